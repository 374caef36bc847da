import {
  type ConfirmMemberJobRequest,
  jobAction,
  type MemberJob,
  type MemberJobList,
  type NewMemberJobRequest,
} from "#domain/contract/member-jobs.ts";
import { formatCount } from "#domain/formats.ts";
import { chosenText } from "#domain/rules/segment.ts";
import { actorOf, auditChange } from "../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { cursorText, parseCursor } from "../kernel/cursor.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hashing.ts";
import { readSlice } from "./list-members.ts";
import {
  cancelJob,
  chooseOn,
  confirmJob,
  insertJob,
  insertPeople,
  type JobRow,
  selectConfirmed,
  selectJob,
} from "./member-jobs.queries.ts";

const ADMIN = { actor: "admin" };
const SHOWN = 5;
const CHOSEN_PER_SLICE = 500;
/** The page repeats its request until all are chosen. */
const SLICES_PER_CALL = 20;

export const actionOf = (row: JobRow) => jobAction.parse(JSON.parse(row.action));

function toJob(row: JobRow): MemberJob {
  const { id, segment, state, chosen, subscribers, done, author } = row;
  return { id, action: actionOf(row), segment, state, chosen, subscribers, done, author };
}

export async function listMemberJobs({ db, now }: Ctx): Promise<MemberJobList> {
  return { jobs: (await selectConfirmed(db, now, SHOWN)).map(toJob) };
}

/** @throws AppError `not_found` */
async function readJob(ctx: Ctx, id: string): Promise<JobRow> {
  const row = await selectJob(ctx.db, id).get();
  if (!row) throw notFound("Job");
  return row;
}

async function chooseFrom(ctx: Ctx, of: NewMemberJobRequest["of"], cursor: string) {
  if ("ids" in of) return { ids: of.ids, next: null };
  const { members, next } = await readSlice(ctx, of.filter, parseCursor(cursor || undefined), CHOSEN_PER_SLICE);
  return { ids: members.map(({ id }) => id), next: next && cursorText(next) };
}

/**
 * Writes down a job's members in bounded slices, without changing anything for them. A repeated request continues.
 * @throws AppError `conflict` for a request ID that was used for another change or other members
 */
export async function createMemberJob(
  ctx: Ctx,
  { requestId: id, action, of }: NewMemberJobRequest,
): Promise<MemberJob> {
  const segment = "ids" in of ? "ticked members" : chosenText(of.filter);
  // A hash, since a job is kept longer than what was searched for may be.
  const asked = JSON.stringify({ ...action, of: sha256(JSON.stringify(of)) });
  await insertJob(ctx.db, { id, action: asked, segment, state: "choosing", createdAt: ctx.now });
  let job = await readJob(ctx, id);
  if (job.action !== asked) throw conflict("This was already asked for with another change or other members.");
  for (let slice = 0; slice < SLICES_PER_CALL && job.state === "choosing"; slice += 1) {
    const { ids, next } = await chooseFrom(ctx, of, job.cursor);
    await ctx.db.batch([insertPeople(ctx.db, job, ids), chooseOn(ctx.db, job, next, ctx.now)]);
    job = await readJob(ctx, id);
  }
  return toJob(job);
}

/** Starts a job whose number was typed. @throws AppError `not_found`, `conflict` for another number */
export async function confirmMemberJob(ctx: Ctx, input: ConfirmMemberJobRequest & { id: string }): Promise<MemberJob> {
  const { id, chosen, leavesOutSubscribers } = input;
  const row = await readJob(ctx, id);
  if (row.state === "choosing" || chosen !== row.chosen)
    throw conflict(`This is about ${formatCount(row.chosen, "member")}. Check the number and type it again.`);
  const details = { ...actionOf(row), segment: row.segment, members: chosen };
  const [, , [started = row]] = await ctx.db.batch([
    confirmJob(ctx.db, id, { leavesOutSubscribers, actor: actorOf(ctx, ADMIN), author: authorOf(ctx) }),
    auditChange(ctx, { ...ADMIN, action: "members.change", subject: id, details }),
    selectJob(ctx.db, id),
  ]);
  return toJob(started);
}

/** What is done stays. One that wasn't confirmed has changed nothing, so the audit log doesn't mention it. @throws AppError `not_found`, `conflict` if all is done */
export async function cancelMemberJob(ctx: Ctx, { id }: { id: string }): Promise<MemberJob> {
  const [, , , [row]] = await ctx.db.batch([
    cancelJob(ctx.db, id, ["running"]),
    auditChange(ctx, { ...ADMIN, action: "members.change-cancelled", subject: id }),
    cancelJob(ctx.db, id, ["choosing", "chosen"]),
    selectJob(ctx.db, id),
  ]);
  if (!row) throw notFound("Job");
  if (row.state === "done") throw conflict("This is already done.");
  return toJob(row);
}
