import type { JobAction } from "#domain/contract/member-jobs.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { addDaysAt, instantAt } from "#domain/rules/instants.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { recomputeAccess } from "../access/access-grants.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { stopMails } from "../mail-responses/unsubscribe/unsubscribe.queries.ts";
import { isReserved } from "../wake-up/slots/slots.ts";
import {
  advance,
  type Chosen,
  changeLabels,
  grantAll,
  isAt,
  type JobGrant,
  type JobRow,
  markDone,
  selectNext,
  selectRunning,
} from "./member-jobs.queries.ts";
import { actionOf } from "./member-jobs.ts";

const PEOPLE_PER_SLICE = 100;
const WORK_MS = 10_000;

type Access = Extract<JobAction, { kind: "days" | "until" }>;

/** Days are added behind the access of a member; none for someone with access at least until a last day. */
function grantsFor(action: Access, { id, timezone: stored, plan, lastEnd }: Chosen, now: number): JobGrant[] {
  const timezone = isKnownZone(stored) ? stored : DEFAULT_ZONE;
  const end = Math.max(now, lastEnd ?? now);
  const [startsAt, until] =
    action.kind === "days"
      ? [end, addDaysAt(end, action.days, timezone)]
      : [now, instantAt(addDays(action.untilDate, 1), 0, timezone)];
  return until > end ? [{ id: crypto.randomUUID(), memberId: id, plan: plan ?? "monthly", startsAt, until }] : [];
}

/** Changes the next members who may still get it, in one transaction. Returns whether there may be more. */
async function runSlice(ctx: Ctx, job: JobRow): Promise<boolean> {
  const { db, now } = ctx;
  const action = actionOf(job);
  const next = await selectNext(db, job, action, { now, limit: PEOPLE_PER_SLICE });
  const people = next.filter(({ isIn }) => isIn);
  const isAccess = action.kind === "days" || action.kind === "until";
  const grants = isAccess ? people.flatMap((one) => grantsFor(action, one, now)) : [];
  const ids = isAccess ? grants.map(({ memberId }) => memberId) : people.map(({ id }) => id);
  const isLast = next.length < PEOPLE_PER_SLICE;
  await batchOf(db, {
    changed: isAccess
      ? [grantAll(db, job, grants, now), recomputeAccess(db, ids, { now })]
      : "label" in action
        ? [changeLabels(db, job, action, ids)]
        : Object.values(stopMails(ctx, ids, { actor: job.actor ?? "admin", onlyIf: isAt(job) })),
    noted: markDone(db, job, ids, { now, isAccess }),
    advanced: advance(db, job, { cursor: next.at(-1)?.id ?? job.cursor, isLast }),
  });
  return !isLast;
}

/** Continues the oldest running job for a part of the minute. A killed tick has done whole slices only. */
export async function runMemberJobs(ctx: Ctx): Promise<void> {
  const stopAt = ctx.clock() + WORK_MS;
  for (let mayGoOn = true; mayGoOn && ctx.clock() < stopAt && !isReserved(ctx.clock()); ) {
    const [job] = await selectRunning(ctx.db);
    mayGoOn = job !== undefined && (await runSlice(ctx, job));
  }
}
