import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { HOUR_MS } from "#domain/durations.ts";
import type { JobDay } from "#domain/rules/day-jobs.ts";
import { columns, emailSent, isNotDeleted } from "./content.queries.ts";
import type { FieldChange } from "./content-fields.ts";
import type { NewContent } from "./content-item.ts";
import { revisedFields } from "./revisions.queries.ts";

/** When the slots of a date can begin: its zones are at most 14 hours ahead, and its last hour 36 hours later. */
const firstSlot = (date: SQL) => sql`unixepoch(${date}) * 1000 - ${14 * HOUR_MS}`;
const isMailed = sql`(${emailSent} or exists (
  select 1 from wake_up_mails m where m.local_date = content.date and m.content_id = content.id
    and m.slot_at between ${firstSlot(sql`content.date`)} and ${firstSlot(sql`content.date`)} + ${50 * HOUR_MS}))`;
const occupantOf = (date: SQL) => sql`(select o.id from content o where o.date = ${date} and o.deleted_at is null)`;

export type FoundDay = JobDay & { title: string; version: number };

/** The sessions of a job, by ID and by the date each goes to. */
export async function selectDays(db: Db, days: readonly { id: string; to: string }[]): Promise<FoundDay[]> {
  const rows = await db.all<FoundDay>(sql`
    select content.id, content.date, title, status, hidden, may_be_sent_again as "mayBeSentAgain", version,
      ${isMailed} as "isMailed", j.value ->> 'to' as "to", ${occupantOf(sql`j.value ->> 'to'`)} as occupant
    from json_each(${JSON.stringify(days)}) j cross join content on content.id = j.value ->> 'id'
    where ${isNotDeleted}`);
  return rows.map((row) => ({
    ...row,
    hidden: Boolean(row.hidden),
    mayBeSentAgain: Boolean(row.mayBeSentAgain),
    isMailed: Boolean(row.isMailed),
    occupant: row.occupant === row.id ? null : row.occupant,
  }));
}

type Later = { fields: string; changed: number | null; isUsed: number; isSentAgain: number };
export type JobRevision = Pick<FoundDay, "id" | "date" | "version" | "to" | "occupant"> & Later;

/** The revisions that a job left, and what happened to their sessions since. `changed` is the version before the job, if none came after it. */
export function selectJobRevisions(db: Db, id: string) {
  const at = sql`(select at from audit where subject = ${id} and action = 'content.change-days')`;
  const uses = sql`content.starts + content.completions + content.favorites`;
  return db.all<JobRevision>(sql`
    select content.id, content.date, content.version, r.fields,
      iif(content.version = r.version + 1, r.version, null) as changed,
      r.fields ->> 'date' as "to", ${occupantOf(sql`r.fields ->> 'date'`)} as occupant,
      (${isMailed} or ${uses} > r.fields ->> 'uses') as "isUsed",
      exists (select 1 from fallback_mornings f where f.content_id = content.id and f.decided_at >= ${at}) as "isSentAgain"
    from content_revisions r cross join content on content.id = r.content_id
    where r.replaced_at = ${at} and r.flow = ${id}
    order by r.fields ->> 'date'`);
}

export function selectByDates(db: Db, dates: readonly string[]) {
  return db
    .select({ ...columns, transcript: content.transcript })
    .from(content)
    .where(sql`${isNotDeleted} and ${content.date} in (select value from json_each(${JSON.stringify(dates)}))`);
}

/** A page of the sheet, by date. */
export function selectSheet(db: Db, after: string, limit: number) {
  const { date, title, description, status, embedProvider, embedRef, transcript } = content;
  return db
    .select({ date, title, description, status, embedProvider, embedRef, transcript })
    .from(content)
    .where(sql`${isNotDeleted} and ${date} > ${after}`)
    .orderBy(date)
    .limit(limit);
}

/** A session's change, over the version it's planned for. `deletedAt` null restores it. */
export type DayChange = { id: string; version: number; change: FieldChange & { deletedAt?: number | null } };
export type Writing = { changes: readonly DayChange[]; rows?: readonly NewContent[] };

/** Whether each session is as it was planned for, and each new date free or freed by the same writing. */
export function isReady({ changes, rows = [] }: Writing): SQL {
  const dates = [...changes.flatMap(({ change }) => change.date ?? []), ...rows.map(({ date }) => date)];
  const planned = sql`json_each(${JSON.stringify(changes.map(({ id, version }) => ({ id, version })))}) j`;
  return sql`(select count(*) from ${planned} cross join content c
      on c.id = j.value ->> 'id' and c.version = j.value ->> 'version') = ${changes.length}
    and not exists (select 1 from json_each(${JSON.stringify(dates)}) d cross join content o
      on o.date = d.value and o.deleted_at is null
      where o.id not in (select j.value ->> 'id' from ${planned}))`;
}

const isOneOf = (changes: readonly DayChange[]) =>
  sql`id in (select value from json_each(${JSON.stringify(changes.map(({ id }) => id))}))`;

type Job = { id: string; author: string | null; at: number };

/** Saves a revision of each, under the job's ID. */
export function saveRevisions(db: Db, { changes }: Writing, job: Job) {
  return db.run(sql`
    insert into content_revisions (content_id, version, fields, flow, author, replaced_at)
    select id, version, ${revisedFields}, ${job.id}, ${job.author}, ${job.at} from content where ${isOneOf(changes)}`);
}

/** Frees the dates of those that move, since a date is unique. `updateDays` brings them back. */
export function liftMoving(db: Db, { changes }: Writing, now: number) {
  const moving = changes.filter(({ change }) => change.date !== undefined);
  return db.run(sql`update content set deleted_at = ${now} where ${isOneOf(moving)} and deleted_at is null`);
}

/** Sets only columns that some change has: triggers look at which ones a statement names. */
export function updateDays(db: Db, { changes }: Writing, now: number) {
  const named = Object.entries(getTableColumns(content)).filter(([name]) =>
    changes.some(({ change }) => name in change),
  );
  const sets = named.map(([name, column]) => {
    const path = `$.change.${name}`;
    const value = sql`iif(json_type(j.value, ${path}) is null, content.${sql.identifier(column.name)}, j.value ->> ${path})`;
    return sql`${sql.identifier(column.name)} = ${value}`;
  });
  return db.run(sql`
    update content set ${sql.join([...sets, sql`version = content.version + 1`, sql`updated_at = ${now}`], sql`, `)}
    from json_each(${JSON.stringify(changes)}) j where content.id = j.value ->> 'id'`);
}

export function insertDays(db: Db, { rows = [] }: Writing) {
  return db.run(sql`
    insert into content (id, date, title, description, status, embed_provider, embed_ref, transcript, created_at, updated_at)
    select value ->> 'id', value ->> 'date', value ->> 'title', value ->> 'description', value ->> 'status',
      value ->> 'embedProvider', value ->> 'embedRef', value ->> 'transcript', value ->> 'createdAt', value ->> 'updatedAt'
    from json_each(${JSON.stringify(rows)})`);
}

/** Makes the words of changed and new sessions searchable. */
export function foldDays(db: Db, folded: readonly { id: string; text: string }[]) {
  return db.run(sql`
    update content_texts set folded = j.value ->> 'text'
    from json_each(${JSON.stringify(folded)}) j where content_id = j.value ->> 'id'`);
}
