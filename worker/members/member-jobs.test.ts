import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { subscriptions } from "#db/schema/payments.ts";
import { type JobAction, type MemberJob, memberJob, memberJobList } from "#domain/contract/member-jobs.ts";
import { memberFile } from "#domain/contract/members.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { addAdministrator, asKey } from "#test/worker/administrators.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { createImport, createInvited } from "#test/worker/invited.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "../kernel/context.ts";
import { cancelMemberJob, confirmMemberJob, createMemberJob, listMemberJobs } from "./member-jobs.ts";
import { runMemberJobs } from "./run-member-jobs.ts";

const NOW = Date.parse("2027-03-10T12:07:00Z");
const ENDS = Date.parse("2027-04-01T05:00:00Z");
const PATH = "/api/admin/members/jobs";
const DAYS = { kind: "days", days: 7, reason: "The outage" } as const;

beforeEach(async () => {
  await rowsOf("update members set deleted_at = 1 where deleted_at is null");
  for (const table of ["member_jobs", "member_job_people"]) await rowsOf(`delete from ${table}`);
  await rowsOf("delete from access_grants where source = 'administrator'");
  await rowsOf("delete from audit where action = 'mails.off'");
});

/** People under one label, with access until the end of March in Chicago. */
async function people(count: number, label = "outage"): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { id } = await createMember({ accessEndsAt: ENDS, email: `${nth}-${uniqueEmail()}` });
    await rowsOf("insert into member_labels values (?, ?)", id, label);
    ids.push(id);
  }
  return ids;
}

async function subscribe(memberId: string) {
  const id = crypto.randomUUID();
  await rowsOf(
    `insert into checkouts (id, member_id, plan, price_cents, currency, nonce_hash, email, email_key, created_at)
     values (?, ?, 'monthly', 999, 'USD', 'n', '', '', 0)`,
    id,
    memberId,
  );
  const times = { approvedAt: 0, startsAt: 0, readAt: 0, createdAt: 0 };
  await db
    .insert(subscriptions)
    .values({ id, memberId, checkoutId: id, status: "ACTIVE", plan: "monthly", lastPaymentAt: 1, ...times });
  await rowsOf(
    "update access_grants set source = 'subscription', source_id = ?, until = ? where member_id = ?",
    id,
    ENDS,
    memberId,
  );
}

const create = (action: JobAction, filter: object = { label: "outage" }, ctx: Ctx = contextAt(NOW)) =>
  createMemberJob(ctx, { requestId: crypto.randomUUID(), action, of: { filter } });
const confirm = ({ id, chosen }: MemberJob, leavesOutSubscribers = false) =>
  confirmMemberJob(contextAt(NOW), { id, chosen, leavesOutSubscribers });

async function confirmed(action: JobAction, filter: object = { label: "outage" }, leavesOut = false): Promise<string> {
  const { id } = await confirm(await create(action, filter), leavesOut);
  return id;
}

const granted = () =>
  rowsOf(
    "select member_id as id, starts_at as f, until as u from access_grants where source = 'administrator' order by 1",
  );
const stateOf = async (id: string) => (await rowsOf("select state, done from member_jobs where id = ?", id))[0];

test("60 people get a week behind what each has, once, with one audit entry and a line on each timeline", async () => {
  const ids = await people(60);
  const { id: other } = await createMember({ accessEndsAt: ENDS });
  const job = await create(DAYS);
  expect(job).toMatchObject({ state: "chosen", chosen: 60, subscribers: 0, segment: "label outage" });
  expect(await granted()).toEqual([]);
  await confirm(job);
  await runMemberJobs(contextAt(NOW));
  expect(await stateOf(job.id)).toEqual({ state: "done", done: 60 });
  // A week later in their zone, in which summer time began.
  const week = { f: ENDS, u: ENDS + 7 * DAY_MS };
  expect(await granted()).toEqual(ids.toSorted().map((id) => ({ id, ...week })));
  expect(await rowsOf("select access_ends_at as at from members where id = ?", other)).toEqual([{ at: ENDS }]);
  const entries = await rowsOf("select action, details from audit where subject = ?", job.id);
  expect(entries.map(({ action }) => action)).toEqual(["members.change"]);
  expect(JSON.parse(String(entries[0]?.details))).toEqual({ ...DAYS, segment: "label outage", members: 60 });
  const file = await request(`/api/admin/members/${ids[3]}`, { admin: true, now: NOW });
  const { history } = memberFile.parse(await file.json());
  expect(history).toContainEqual({
    at: new Date(NOW).toISOString(),
    actor: "admin",
    action: "grant.create",
    reason: "The outage",
    grantId: expect.any(String),
  });
});

test("overlapping or killed slices give each person one grant, and leave no one out", async () => {
  const ids = await people(230);
  const job = await create(DAYS);
  expect(job.chosen).toBe(230);
  const { id } = await confirm(job);
  for (let tick = 0; tick < 12; tick += 1) {
    let left = tick % 5;
    const dying = wrappedD1(async (run) => {
      left -= 1;
      if (left === 0) {
        await run();
        throw new Error("killed");
      }
      if (left < 0) throw new Error("killed");
      return run();
    });
    const killed = { ...contextAt(NOW + tick), db: createDb(dying) };
    await Promise.allSettled([
      runMemberJobs(killed),
      ...(tick % 4 === 3 ? [runMemberJobs(contextAt(NOW + tick))] : []),
    ]);
  }
  expect(await stateOf(id)).toEqual({ state: "done", done: 230 });
  expect((await granted()).map((grant) => grant.id)).toEqual(ids.toSorted());
  expect(await rowsOf("select count(*) as n from member_job_people where done_at is null")).toEqual([{ n: 0 }]);
});

test("subscribers are counted, and left out if the administrator says so", async () => {
  const ids = await people(3);
  for (const id of ids.slice(0, 2)) await subscribe(id);
  const job = await create(DAYS);
  expect(job).toMatchObject({ chosen: 3, subscribers: 2 });
  await confirm(job, true);
  await runMemberJobs(contextAt(NOW));
  expect((await granted()).map(({ id }) => id)).toEqual([ids[2]]);
  expect(await stateOf(job.id)).toEqual({ state: "done", done: 1 });
  // With them, the days begin when their paid time ends.
  await confirmed(DAYS);
  await runMemberJobs(contextAt(NOW + MINUTE_MS));
  expect((await granted()).filter(({ id }) => id === ids[0])).toEqual([{ id: ids[0], f: ENDS, u: ENDS + 7 * DAY_MS }]);
});

test("a slice asks again who may still get it: no one who left or has it meanwhile", async () => {
  const [gone, long, other] = await people(3);
  const job = await create({ kind: "until", untilDate: "2027-04-10", reason: "Sorry" });
  await rowsOf("update members set deleted_at = 1 where id = ?", gone ?? "");
  await rowsOf("update access_grants set until = ? where member_id = ?", ENDS + 90 * DAY_MS, long ?? "");
  await confirm(job);
  await runMemberJobs(contextAt(NOW));
  // Through April 10 in Chicago.
  expect(await granted()).toEqual([{ id: other, f: NOW, u: Date.parse("2027-04-11T05:00:00Z") }]);
});

test("labels are added and removed, and emails stop, for those who were ticked", async () => {
  const [ana, ben, cy] = (await people(3)) as [string, string, string];
  const ticked = async (action: JobAction, ids: string[]) => {
    const job = await createMemberJob(contextAt(NOW), { requestId: crypto.randomUUID(), action, of: { ids } });
    await confirm(job);
    await runMemberJobs(contextAt(NOW));
    return job.chosen;
  };
  expect(await ticked({ kind: "label", label: "vip" }, [ana, ben, "nobody"])).toBe(2);
  await ticked({ kind: "unlabel", label: "outage" }, [ben]);
  await ticked({ kind: "stop-emails" }, [cy]);
  expect(
    await rowsOf(
      "select member_id as id, label from member_labels where member_id in (?, ?, ?) order by label, id",
      ana,
      ben,
      cy,
    ),
  ).toEqual([
    ...[ana, cy].toSorted().map((id) => ({ id, label: "outage" })),
    ...[ana, ben].toSorted().map((id) => ({ id, label: "vip" })),
  ]);
  expect(await rowsOf("select id from members where email_enabled = 0 and deleted_at is null")).toEqual([{ id: cy }]);
});

test("emails that a job stops have the entry of each member's own stop, and stay off after an invitation is accepted", async () => {
  const [ana, off] = (await people(2)) as [string, string];
  await rowsOf("update members set email_enabled = 0 where id = ?", off);
  const invited = await createInvited(await createImport(NOW - DAY_MS));
  await rowsOf("insert into member_labels values (?, 'outage')", invited.id);
  const id = await confirmed({ kind: "stop-emails" });
  await runMemberJobs(contextAt(NOW));
  expect(await stateOf(id)).toEqual({ state: "done", done: 2 });
  const entries = await rowsOf("select subject, actor, at from audit where action = 'mails.off' order by id");
  expect(entries).toEqual([ana, invited.id].toSorted().map((subject) => ({ subject, actor: "admin", at: NOW })));
  expect(await rowsOf("select is_unsubscribed as off from invitations where member_id = ?", invited.id)).toEqual([
    { off: 1 },
  ]);
  const file = memberFile.parse(await (await request(`/api/admin/members/${ana}`, { admin: true, now: NOW })).json());
  expect(file.history.filter(({ action }) => action === "mails.off")).toHaveLength(1);
});

test("a job does nothing until its number is typed, and stops where it's cancelled", async () => {
  await people(130);
  const job = await create(DAYS);
  await runMemberJobs(contextAt(NOW));
  await expect(confirm({ ...job, chosen: 129 })).rejects.toThrow(
    "This is about 130 members. Check the number and type it again.",
  );
  await confirm(job);
  await confirm(job);
  let calls = 0;
  const cancelling = wrappedD1(async (run) => {
    calls += 1;
    // After the first slice: reading the job, its people, and writing.
    if (calls === 4) await cancelMemberJob(contextAt(NOW), { id: job.id });
    return run();
  });
  await runMemberJobs({ ...contextAt(NOW), db: createDb(cancelling) });
  await runMemberJobs(contextAt(NOW + MINUTE_MS));
  expect([await stateOf(job.id), (await granted()).length]).toEqual([{ state: "cancelled", done: 100 }, 100]);
  await rowsOf("update member_jobs set state = 'done'");
  await expect(cancelMemberJob(contextAt(NOW), { id: job.id })).rejects.toThrow("This is already done.");
});

test("many members are chosen in bounded slices, and a repeated request continues", async () => {
  await db.run(`
    insert into members (id, email, email_key, subscription_type, subscription_status, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
    select 'job-' || i, 'job-' || i || '@x.test', 'job-' || i || '@x.test', 'trial', 'expired', 0, i, 0 from n`);
  const { d1, cost } = countingD1(env.DB);
  const input = { requestId: crypto.randomUUID(), action: { kind: "stop-emails" }, of: { filter: {} } } as const;
  const first = await createMemberJob({ ...contextAt(NOW), db: createDb(d1) }, input);
  expect(first).toMatchObject({ state: "choosing", chosen: 0 });
  expect(cost.rowsRead / 10_000).toBeLessThanOrEqual(14);
  expect(await createMemberJob(contextAt(NOW), input)).toMatchObject({ state: "chosen", chosen: 12_000 });
}, 60_000);

test("the routes choose, confirm, list with who confirmed, and cancel; an unknown job is not found", async () => {
  await people(2);
  const json = { requestId: crypto.randomUUID(), action: DAYS, of: { filter: { label: "outage" } } };
  const call = async (path: string, options: object = {}) =>
    request(`${PATH}${path}`, { admin: true, now: NOW, ...options });
  const made = memberJob.parse(await (await call("", { json })).json());
  expect(memberJobList.parse(await (await call("")).json()).jobs).toEqual([]);
  expect(memberJob.parse(await (await call("", { json })).json())).toEqual(made);
  const { key } = await addAdministrator({ role: "administrator" });
  const typed = { json: { chosen: 2, leavesOutSubscribers: false }, now: NOW };
  await request(`${PATH}/${made.id}/confirm`, asKey(key, typed));
  expect(memberJobList.parse(await (await call("")).json()).jobs).toMatchObject([
    { id: made.id, state: "running", author: "Ada Lovelace" },
  ]);
  expect((await call(`/${made.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await call(`/${crypto.randomUUID()}`, { method: "DELETE" })).status).toBe(404);
});

test("the list of jobs, which the page polls, reads none of the old ones", async () => {
  await rowsOf(`
    insert into member_jobs (id, action, segment, state, actor, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
    select 'old-' || i, '{"kind":"stop-emails"}', 'everyone', iif(i = 1, 'running', 'done'), 'admin', i from n`);
  const { d1, cost } = countingD1(env.DB);
  const { jobs } = await listMemberJobs({ ...contextAt(NOW), db: createDb(d1) });
  expect(jobs.map(({ id }) => id)).toEqual(["old-1"]);
  expect(cost.rowsRead).toBeLessThanOrEqual(10);
});

test("a job says who was chosen: a slot's failed emails, or everyone", async () => {
  const said = async (filter: object) => (await create(DAYS, filter)).segment;
  expect(await said({ failedSlot: "2027-03-09T12:00:00.000Z" })).toBe(
    "wake-up email failed on Mar 9, 2027, 6:00 AM Central",
  );
  expect(await said({})).toBe("Everyone");
});

test("a request ID that was used for another change or other members is refused", async () => {
  await people(1);
  const input = { requestId: crypto.randomUUID(), action: DAYS, of: { filter: { q: "ana" } } };
  const first = await createMemberJob(contextAt(NOW), input);
  expect(await createMemberJob(contextAt(NOW + 1), input)).toEqual(first);
  const others = [{ action: { ...DAYS, days: 70 } }, { of: { filter: { q: "ben" } } }, { of: { ids: ["ana"] } }];
  for (const other of others)
    await expect(createMemberJob(contextAt(NOW), { ...input, ...other })).rejects.toThrow("already asked for");
});

test("cancelling is audited once a job was confirmed, since one that wasn't changed nothing", async () => {
  await people(1);
  const cancelled = async (job: MemberJob) => {
    expect(await cancelMemberJob(contextAt(NOW), { id: job.id })).toMatchObject({ state: "cancelled" });
    return (await rowsOf("select action from audit where subject = ? order by id", job.id)).map(({ action }) => action);
  };
  expect(await cancelled(await create(DAYS))).toEqual([]);
  expect(await cancelled(await confirm(await create(DAYS)))).toEqual(["members.change", "members.change-cancelled"]);
});

test("a tick without a job reads next to nothing, and none runs where wake-up emails are reserved the minute", async () => {
  const { d1, cost } = countingD1(env.DB);
  await runMemberJobs({ ...contextAt(NOW), db: createDb(d1) });
  expect(cost.rowsRead).toBeLessThanOrEqual(1);
  await people(1);
  await confirmed(DAYS);
  await runMemberJobs(contextAt(NOW - 7 * MINUTE_MS));
  expect(await granted()).toEqual([]);
  await runMemberJobs(contextAt(NOW + HOUR_MS));
  expect(await granted()).toHaveLength(1);
});
