import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { memberJobs } from "#db/schema/member-jobs.ts";
import type { JobAction } from "#domain/contract/member-jobs.ts";
import { MOST_LABELS } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import { endOf, isOpen } from "../access/access-grants.queries.ts";
import { isCharged } from "../access/gift-grants.queries.ts";
import { mayStop } from "../mail-responses/unsubscribe/unsubscribe.queries.ts";

export type JobRow = typeof memberJobs.$inferSelect;

export function insertJob(db: Db, row: typeof memberJobs.$inferInsert) {
  return db.insert(memberJobs).values(row).onConflictDoNothing();
}

export function selectJob(db: Db, id: string) {
  return db.select().from(memberJobs).where(eq(memberJobs.id, id));
}

export function selectRunning(db: Db) {
  return db.select().from(memberJobs).where(sql`state = 'running'`).orderBy(memberJobs.createdAt).limit(1);
}

export function selectConfirmed(db: Db, now: number, limit: number) {
  const ids = sql`select id from member_jobs where state = 'running' union all select id from member_jobs where created_at > ${now - DAY_MS}`;
  const isShown = sql`actor is not null and id in (${ids})`;
  return db.select().from(memberJobs).where(isShown).orderBy(sql`+created_at desc`).limit(limit);
}

/** Condition: the job is where it was read, so an overlapping run writes nothing. */
export const isAt = ({ id, state, cursor }: JobRow) =>
  sql`exists (select 1 from member_jobs where id = ${id} and state = ${state} and cursor = ${cursor})`;

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

export function insertPeople(db: Db, job: JobRow, ids: string[]) {
  return db.run(sql`
    insert into member_job_people (job_id, member_id)
    select ${job.id}, m.id from members m where m.id in ${among(ids)} and m.deleted_at is null and ${isAt(job)} on conflict do nothing`);
}

/** Moves on in the list; at its end, counts the members. */
export function chooseOn(db: Db, job: JobRow, next: string | null, now: number) {
  if (next !== null) return db.run(sql`update member_jobs set cursor = ${next} where id = ${job.id} and ${isAt(job)}`);
  const people = sql`from member_job_people p where p.job_id = ${job.id}`;
  return db.run(sql`
    update member_jobs set state = 'chosen', cursor = '', chosen = (select count(*) ${people}),
      subscribers = (select count(*) ${people} and ${isCharged(sql`p.member_id`, now)})
    where id = ${job.id} and ${isAt(job)}`);
}

type Confirmed = Pick<JobRow, "leavesOutSubscribers" | "actor" | "author">;

export function confirmJob(db: Db, id: string, confirmed: Confirmed) {
  return db
    .update(memberJobs)
    .set({ ...confirmed, state: "running" })
    .where(sql`id = ${id} and state = 'chosen'`);
}

export function cancelJob(db: Db, id: string, states: JobRow["state"][]) {
  return db.run(sql`update member_jobs set state = 'cancelled' where id = ${id} and state in ${among(states)}`);
}

/** Whether an action would change something for member `m`. */
function wouldChange(action: JobAction): SQL {
  if (action.kind === "stop-emails") return mayStop;
  if (!("label" in action)) return sql`true`;
  const own = sql`from member_labels l where l.member_id = m.id`;
  const has = sql`exists (select 1 ${own} and l.label = ${action.label})`;
  return action.kind === "unlabel" ? has : sql`not ${has} and (select count(*) ${own}) < ${MOST_LABELS}`;
}

/** Whether the administrator's choice about subscribers lets member `m` have it. */
const mayHave = (job: JobRow, now: number): SQL =>
  job.leavesOutSubscribers ? sql`not ${isCharged(sql`m.id`, now)}` : sql`true`;

export type Chosen = { id: string; timezone: string; plan: GrantPlan | null; lastEnd: number | null; isIn: 0 | 1 };

/** The next members of a job. `isIn`: they may still get it. */
export function selectNext(db: Db, job: JobRow, action: JobAction, { now, limit }: { now: number; limit: number }) {
  return db.all<Chosen>(sql`
    select m.id, m.timezone, m.highest_plan as plan, m.deleted_at is null and ${wouldChange(action)} and ${mayHave(job, now)} as "isIn",
      (select max(${endOf}) from access_grants g where g.member_id = m.id and ${isOpen(now)}) as "lastEnd"
    from member_job_people p cross join members m on m.id = p.member_id
    where p.job_id = ${job.id} and p.member_id > ${job.cursor} order by p.member_id limit ${limit}`);
}

type Labeling = Extract<JobAction, { label: string }>;

export function changeLabels(db: Db, job: JobRow, { kind, label }: Labeling, ids: string[]) {
  if (kind === "label")
    return db.run(sql`
      insert into member_labels (member_id, label) select m.id, ${label} from members m
      where m.id in ${among(ids)} and ${isAt(job)} on conflict do nothing`);
  return db.run(sql`delete from member_labels where label = ${label} and member_id in ${among(ids)} and ${isAt(job)}`);
}

export type JobGrant = { id: string; memberId: string; plan: GrantPlan; startsAt: number; until: number };

/** One per job and member, whatever happens. */
export function grantAll(db: Db, job: JobRow, grants: JobGrant[], now: number) {
  const field = (name: keyof JobGrant) => sql`(j.value ->> ${sql.raw(`'$.${name}'`)})`;
  return db.run(sql`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, created_at)
    select ${field("id")}, ${field("memberId")}, 'administrator', ${job.id} || ':' || ${field("memberId")}, ${field("plan")},
      ${field("startsAt")}, ${field("until")}, ${field("until")}, ${now}
    from json_each(${JSON.stringify(grants)}) j cross join members m on m.id = ${field("memberId")}
    where m.deleted_at is null and ${mayHave(job, now)} and ${isAt(job)} on conflict (source, source_id) do nothing`);
}

/** Writes the line of each member's timeline, except for stopped emails. The audit log has one entry for the whole job. */
export function markDone(db: Db, job: JobRow, ids: string[], { now, isAccess }: { now: number; isAccess: boolean }) {
  const given = sql`exists (select 1 from access_grants where source = 'administrator' and source_id = ${job.id} || ':' || member_id)`;
  return db.run(sql`
    update member_job_people set done_at = ${now}
    where job_id = ${job.id} and member_id in ${among(ids)} and ${isAccess ? given : sql`true`} and ${isAt(job)}`);
}

/** Put it last, directly after `markDone`: the other statements of a slice depend on the job's place. */
export function advance(db: Db, job: JobRow, to: { cursor: string; isLast: boolean }) {
  return db.run(sql`
    update member_jobs set cursor = ${to.cursor}, done = done + changes(), state = ${to.isLast ? "done" : "running"}
    where id = ${job.id} and ${isAt(job)}`);
}
