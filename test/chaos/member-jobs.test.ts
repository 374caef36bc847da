import { env } from "cloudflare:workers";
import { beforeEach, expect, inject, test } from "vitest";
import { type JobAction, type MemberJob, memberJobList } from "#domain/contract/member-jobs.ts";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { cancelMemberJob, confirmMemberJob, createMemberJob, listMemberJobs } from "#worker/members/member-jobs.ts";
import { runMemberJobs } from "#worker/members/run-member-jobs.ts";
import { press, runMortal } from "./mortal.ts";
import { randomFrom } from "./scenario.ts";

const NOW = Date.parse("2027-03-10T12:07:00Z");
const ENDS = NOW + 30 * DAY_MS;
/** Three slices. */
const MEMBERS = 230;
const ONE_DIES_IN = 12;
const CHAOS_MINUTES = 12;
const LONGEST_MINUTES = 40;
/** Roughly, in real time. */
const SLICES_TAKE_MS = 80;

const WEEK = { kind: "days", days: 7, reason: "The outage" } as const;
const LONG = { kind: "days", days: 3, reason: "Sorry" } as const;
const VIP = { kind: "label", label: "vip" } as const;

beforeEach(async () => {
  for (const table of ["member_jobs", "member_job_people", "member_labels", "access_grants", "audit", "members"])
    await db.run(`delete from ${table}`);
  const ids = JSON.stringify(Array.from({ length: MEMBERS }, (_, index) => `m-${String(index).padStart(3, "0")}`));
  await env.DB.batch([
    env.DB.prepare(`
      insert into members (id, email, email_key, subscription_type, subscription_status, access_ends_at, highest_plan,
        timezone, wake_up_since, created_at, updated_at)
      select value, value || '@x.test', value || '@x.test', 'monthly', 'active', ?2, 'monthly', 'Africa/Lagos', 0, 0, 0
      from json_each(?1)`).bind(ids, ENDS),
    env.DB.prepare(`
      insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
      select value, value, 'trial', value, 'monthly', 0, ?2, 0 from json_each(?1)`).bind(ids, ENDS),
    env.DB.prepare("insert into member_labels (member_id, label) select value, 'outage' from json_each(?)").bind(ids),
  ]);
});

const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ id }) => String(id));

/** The members a job changed, found by their labels or grants. */
async function changedBy(id: string, action: JobAction): Promise<string[]> {
  if (action.kind === "label")
    return idsOf(await rowsOf("select member_id as id from member_labels where label = ? order by 1", action.label));
  return idsOf(
    await rowsOf("select member_id as id from access_grants where source_id = ? || ':' || member_id order by 1", id),
  );
}

async function judge(job: MemberJob, { left, cancelled }: { left: string[]; cancelled: MemberJob[] }) {
  const changed = await changedBy(job.id, job.action);
  const people = await rowsOf(
    "select member_id as id, done_at as doneAt from member_job_people where job_id = ? order by 1",
    job.id,
  );
  expect(job.done).toBe(changed.length);
  expect(idsOf(people.filter(({ doneAt }) => doneAt !== null))).toEqual(changed);
  if (job.state === "done") expect(changed).toEqual(idsOf(people).filter((id) => !left.includes(id)));
  // What the administrator was told stays true.
  for (const answer of cancelled) expect([answer.state, answer.done]).toEqual(["cancelled", job.done]);
  const actions = (await rowsOf("select action from audit where subject = ? order by id", job.id)).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(["members.change", ...(job.state === "cancelled" ? ["members.change-cancelled"] : [])]);
  return changed;
}

test.for(inject("chaos").seeds)(
  "jobs of seed %i: each member gets each change once, whatever is killed, doubled, or cancelled",
  async (seed) => {
    const random = randomFrom(seed);
    const life = (now: number) => ({ now, random, oneDiesIn: ONE_DIES_IN });
    const ticked = idsOf(await rowsOf("select id from members order by random() limit 120"));
    const asked = [
      [WEEK, { filter: { label: "outage" } }],
      [LONG, { ids: ticked }],
      [VIP, { filter: {} }],
    ] as const;
    const jobs: MemberJob[] = [];
    for (const [nth, [action, of]] of asked.entries()) {
      const input = { requestId: crypto.randomUUID(), action, of };
      const job = await press(life(NOW + nth), (ctx) => createMemberJob(ctx, input));
      expect([job.state, job.chosen]).toEqual(["chosen", nth === 1 ? ticked.length : MEMBERS]);
      jobs.push(job);
    }
    const left = ticked.slice(0, 3);
    await rowsOf(
      "update members set deleted_at = 1 where id in (select value from json_each(?))",
      JSON.stringify(left),
    );
    for (const { id, chosen } of jobs)
      await press(life(NOW + MINUTE_MS), (ctx) => confirmMemberJob(ctx, { id, chosen, leavesOutSubscribers: false }));
    const doomed = jobs[Math.floor(random() * jobs.length)];
    const cancelsAt = 1 + Math.floor(random() * 3);
    const cancelled: MemberJob[] = [];
    const cancel = async ({ id }: MemberJob, now: number) => {
      await new Promise((resolve) => setTimeout(resolve, random() * SLICES_TAKE_MS));
      const answer = await press(life(now), (ctx) => cancelMemberJob(ctx, { id }).catch(() => null));
      if (answer) cancelled.push(answer);
    };
    const running = async (now: number) =>
      memberJobList.parse(await listMemberJobs(contextAt(now))).jobs.some(({ state }) => state === "running");
    let minute = 1;
    for (; await running(NOW + minute * MINUTE_MS); minute += 1) {
      expect(minute).toBeLessThan(LONGEST_MINUTES);
      const now = NOW + minute * MINUTE_MS;
      const oneDiesIn = minute < CHAOS_MINUTES ? ONE_DIES_IN : Number.POSITIVE_INFINITY;
      const ticks = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
        runMortal({ now, random, oneDiesIn }, runMemberJobs),
      );
      await Promise.all([...ticks, ...(doomed && minute === cancelsAt ? [cancel(doomed, now)] : [])]);
    }
    const { jobs: ended } = await listMemberJobs(contextAt(NOW + minute * MINUTE_MS));
    const days = new Map<string, number>();
    for (const job of ended) {
      const changed = await judge(job, { left, cancelled: cancelled.filter(({ id }) => id === job.id) });
      if (job.action.kind !== "days") continue;
      for (const id of changed) days.set(id, (days.get(id) ?? 0) + job.action.days);
    }
    expect(ended).toHaveLength(jobs.length);
    const ends = await rowsOf("select id, access_ends_at as at from members where deleted_at is null order by id");
    expect(ends).toEqual(idsOf(ends).map((id) => ({ id, at: ENDS + (days.get(id) ?? 0) * DAY_MS })));
  },
);
