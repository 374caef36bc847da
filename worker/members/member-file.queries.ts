import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { audit } from "#db/schema/audit.ts";
import { content } from "#db/schema/content.ts";
import { memberLabels, memberNotes } from "#db/schema/members.ts";
import { progress } from "#db/schema/progress.ts";
import type { deliveries } from "#db/schema/wake-up.ts";

type Delivery = Omit<typeof deliveries.$inferSelect, "memberId" | "batch" | "keyVersion"> & {
  subject: string | null;
  address: string | null;
};

/** Returns a member's wake-up emails on some dates with their subjects, newest first, by key lookups only. */
export function selectWakeUps(db: Db, memberId: string, localDates: string[]) {
  return db.all<Delivery>(sql`
    select d.local_date as "localDate", d.state, d.claimed_at as "claimedAt", d.sent_at as "sentAt",
      iif(d.state = 'claimed', null, d.reason) as reason, w.subject, (
      select r.value ->> 'address' from json_each(b.recipients) r where r.value ->> 'memberId' = d.member_id) as address
    from json_each(${JSON.stringify(localDates)}) j
    cross join wake_up_deliveries d on d.day = unixepoch(j.value) / 86400 and d.member_id = ${memberId}
    left join wake_up_batches b on b.number = d.batch
    left join wake_up_mails w on w.slot_at = b.slot_at and w.local_date = d.local_date
    order by d.local_date desc`);
}

export function selectWakeUpMonths(db: Db, memberId: string, months: string[]) {
  return db.all<{ month: string; sent: number; notSent: number }>(sql`
    select c.month, c.sent, c.not_sent as "notSent" from json_each(${JSON.stringify(months)}) j
    cross join delivery_months c on c.month = j.value and c.member_id = ${memberId}
    order by c.month desc`);
}

export function selectLastCompleted(db: Db, memberId: string, limit: number) {
  return db
    .select({
      date: content.date,
      title: content.title,
      completedDate: sql`${progress.completedDate}`.mapWith(progress.completedDate),
    })
    .from(progress)
    .innerJoin(content, eq(content.number, progress.contentNumber))
    .where(and(eq(progress.memberId, memberId), isNotNull(progress.completedDate)))
    .orderBy(desc(progress.completedDate))
    .limit(limit);
}

export function selectNotes(db: Db, memberId: string) {
  return db.select().from(memberNotes).where(eq(memberNotes.memberId, memberId)).orderBy(desc(memberNotes.createdAt));
}

export function selectLabelsOf(db: Db, memberId: string) {
  return db.select().from(memberLabels).where(eq(memberLabels.memberId, memberId)).orderBy(asc(memberLabels.label));
}

type HistoryRow = Pick<typeof audit.$inferSelect, "id" | "at" | "actor" | "action" | "details">;

/** What a job did for a member, as an entry of its kind. Stopped emails have entries of their own in the audit log. */
const ofJobs = (memberId: string, limit: number) => sql`
  select 0 as id, p.done_at as at, coalesce(j.actor, 'admin') as actor,
    iif(j.action ->> 'kind' in ('days', 'until'), 'grant.create', 'member.labels') as action,
    json_object('reason', j.action ->> 'reason', 'grantId', (select g.id from access_grants g
      where g.source = 'administrator' and g.source_id = j.id || ':' || p.member_id)) as details
  from member_job_people p cross join member_jobs j on j.id = p.job_id where p.member_id = ${memberId} and p.done_at is not null
    and j.action ->> 'kind' <> 'stop-emails'
  order by p.done_at desc limit ${limit}`;

/** The last entries of each kind. To order both here would read each once more. */
export function selectHistory(db: Db, memberId: string, limit: number) {
  return db.all<HistoryRow>(sql`
    select h.id, h.at, h.action, h.details, coalesce(
      (select 'admin:' || name from administrators where id = substr(h.actor, 7) and h.actor like 'admin:%'), h.actor) as actor
    from (
      select * from (select id, at, actor, action, details from audit where subject = ${memberId} order by id desc limit ${limit})
      union all select * from (${ofJobs(memberId, limit)})) h`);
}

export function insertNote(db: Db, note: typeof memberNotes.$inferInsert) {
  return db.run(sql`
    insert into member_notes (id, member_id, text, created_at, author)
    select ${note.id}, m.id, ${note.text}, ${note.createdAt}, ${note.author} from members m where m.id = ${note.memberId} and m.deleted_at is null
    on conflict (id) do nothing`);
}

export function selectNote(db: Db, id: string) {
  return db.select().from(memberNotes).where(eq(memberNotes.id, id));
}

export function deleteNote(db: Db, { id, memberId }: { id: string; memberId: string }) {
  return db
    .delete(memberNotes)
    .where(and(eq(memberNotes.id, id), eq(memberNotes.memberId, memberId)))
    .returning({ id: memberNotes.id });
}

export function dropOtherLabels(db: Db, memberId: string, labels: string[]) {
  return db.run(sql`
    delete from member_labels
    where member_id = ${memberId} and label not in (select value from json_each(${JSON.stringify(labels)}))`);
}

export function dropLabels(db: Db, memberId: string, labels: string[]) {
  return db.run(sql`
    delete from member_labels
    where member_id = ${memberId} and label in (select value from json_each(${JSON.stringify(labels)}))`);
}

type NewLabels = { memberId: string; labels: string[]; most: number };

/** Adds all labels, or none if the member would have more than `most`. */
export function addLabels(db: Db, { memberId, labels, most }: NewLabels) {
  const wanted = JSON.stringify(labels);
  return db.run(sql`
    insert into member_labels (member_id, label)
    select m.id, j.value from members m, json_each(${wanted}) j
    where m.id = ${memberId} and m.deleted_at is null and ${most} >= (
      select count(*) from (
        select label from member_labels where member_id = ${memberId} union select value from json_each(${wanted})))
    on conflict (member_id, label) do nothing`);
}
