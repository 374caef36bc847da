import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { issues, ledger, pages } from "#db/schema/wake-up.ts";
import { dueAt } from "./due-members.queries.ts";
import type { Recipient } from "./issue-mail.ts";

export type PageRow = typeof pages.$inferSelect;
export type NewPage = typeof pages.$inferInsert;
export type LedgerRow = typeof ledger.$inferSelect;

export function insertPage(db: Db, page: NewPage) {
  return db.insert(pages).values(page).onConflictDoNothing();
}

/** Stores many pages in one statement; those whose id is there already are left as they are. */
export async function storePages(db: Db, rows: NewPage[]): Promise<void> {
  await db.run(sql`
    insert into pages (id, strike_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at)
    select value ->> 'id', value ->> 'strikeAt', value ->> 'timezone', value ->> 'hour', value ->> 'localDate',
      value ->> 'memberIds', value ->> 'nextAttemptAt', value ->> 'createdAt'
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (id) do nothing`);
}

export async function listOpenPagesDue(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(sql`state = 'open'`, lte(pages.nextAttemptAt, now)))
    .orderBy(asc(pages.nextAttemptAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Open pages of strikes before an instant that nobody is working on. */
export async function listLatePages(db: Db, struckBefore: number, now: number, limit: number): Promise<PageRow[]> {
  return db
    .select()
    .from(pages)
    .where(and(sql`state = 'open'`, lte(pages.strikeAt, struckBefore), lte(pages.leaseUntil, now)))
    .limit(limit);
}

export async function postponePages(db: Db, ids: string[], nextAttemptAt: number): Promise<void> {
  await db.run(sql`
    update pages set next_attempt_at = ${nextAttemptAt}
    where state = 'open' and id in (select value from json_each(${JSON.stringify(ids)}))`);
}

// While the breaker is open, messages that were queued before it find nothing to do; a later tick queues their pages again.
const nothingBlocks = (now: number) =>
  sql`not exists (select 1 from dispatcher_state where name = 'breaker' and until > ${now})`;

type Claim = { pageId: string; now: number; leaseUntil: number; oldestStrike: number };

const claimColumns = sql`member_id as memberId, address, first_name as firstName`;

/**
 * Takes a page for one attempt, claims its recipients at the first attempt of a generation or reads them back at a later
 * one: one transaction, one round trip. `oldestStrike` is the earliest strike still within the cut-off. Claims go by the
 * page's id list and never by a range, and a member who has a row for the date already is passed over.
 */
export async function claimPage(db: Db, { pageId, now, leaseUntil, oldestStrike }: Claim) {
  const isMine = sql`p.id = ${pageId} and p.state = 'open' and p.lease_until = ${leaseUntil}`;
  const isFirstAttempt = sql`p.first_attempt_at is null and p.strike_at >= ${oldestStrike}`;
  const [taken, claimed, , bound, issueRows] = await db.batch([
    db
      .update(pages)
      .set({ leaseUntil, attempts: sql`attempts + 1`, generationAttempts: sql`generation_attempts + 1` })
      .where(and(eq(pages.id, pageId), eq(pages.state, "open"), lte(pages.leaseUntil, now), nothingBlocks(now)))
      .returning(),
    db.all<Recipient>(sql`
      insert into ledger (local_date, member_id, page_id, generation, state, address, first_name, claimed_at)
      select p.local_date, m.id, p.id, p.generation, 'claimed', m.email, m.first_name, ${now}
      from pages p, json_each(p.member_ids) j cross join members m on m.id = j.value
      where ${isMine} and ${isFirstAttempt}
        and m.timezone = p.timezone and m.wake_up_hour = p.hour and ${dueAt(sql`p.strike_at`, now)}
      on conflict (local_date, member_id) do nothing
      returning ${claimColumns}`),
    db.run(sql`update pages as p set first_attempt_at = ${now} where ${isMine} and ${isFirstAttempt}`),
    db.all<Recipient>(sql`
      select ${claimColumns}
      from pages p, json_each(p.member_ids) j
      cross join ledger l on l.local_date = p.local_date and l.member_id = j.value
      where ${isMine} and p.generation_attempts > 1 and l.page_id = p.id and l.state = 'claimed'`),
    db
      .select({ subject: issues.subject, html: issues.html, text: issues.text, localDate: issues.localDate })
      .from(issues)
      .innerJoin(pages, and(eq(pages.strikeAt, issues.strikeAt), eq(pages.localDate, issues.localDate)))
      .where(eq(pages.id, pageId)),
  ]);
  // The provider compares a repeated call byte by byte, so the order must not depend on how the rows were found.
  const recipients = [...claimed, ...bound].sort((a, b) => (a.memberId < b.memberId ? -1 : 1));
  return { page: taken[0], recipients, issue: issueRows[0] };
}

type Mark = { page: PageRow; state: "sent" | "failed"; recipients: Recipient[]; now: number; reason?: string };

/**
 * Marks recipients of a page. Written as an upsert, which costs one row read and one written per mail where an update by a
 * list reads four; and should the claim be gone meanwhile, what was sent is on record all the same.
 */
export function markRecipients(db: Db, { page, state, recipients, now, reason }: Mark) {
  return db.run(sql`
    insert into ledger (local_date, member_id, page_id, generation, state, address, first_name, claimed_at, sent_at, reason)
    select ${page.localDate}, value ->> 'memberId', ${page.id}, ${page.generation}, ${state}, value ->> 'address',
      value ->> 'firstName', ${now}, ${state === "sent" ? now : null}, ${reason ?? null}
    from json_each(${JSON.stringify(recipients)}) where true
    on conflict (local_date, member_id) do update
      set state = excluded.state, sent_at = excluded.sent_at, reason = excluded.reason
      where ledger.page_id = excluded.page_id and ledger.state = 'claimed'`);
}

/** Marks those whose call may have been accepted; who was never claimed keeps having no row. */
export function markUnknown(db: Db, page: PageRow) {
  return db.run(sql`
    update ledger set state = 'unknown', reason = 'cut_off'
    where local_date = ${page.localDate} and member_id in (select value from json_each(${page.memberIds}))
      and page_id = ${page.id} and state = 'claimed'`);
}

/** Gives claims back after an answer that proves that nothing of them was accepted, unless another attempt holds the page. */
export function releaseClaims(db: Db, page: PageRow) {
  return db.run(sql`
    delete from ledger
    where local_date = ${page.localDate} and member_id in (select value from json_each(${page.memberIds}))
      and page_id = ${page.id} and state = 'claimed'
      and exists (select 1 from pages p where p.id = ${page.id} and p.lease_until = ${page.leaseUntil})`);
}

/**
 * Records who is still due at a page and has no row yet as missed. Who moved to another hour meanwhile has none, so that
 * the new hour can still wake them.
 */
export function markMissed(db: Db, page: PageRow, now: number) {
  return db.run(sql`
    insert into ledger (local_date, member_id, page_id, generation, state, address, first_name, claimed_at, reason)
    select ${page.localDate}, m.id, ${page.id}, ${page.generation}, 'missed', m.email, m.first_name, ${now}, 'cut_off'
    from json_each(${page.memberIds}) j cross join members m on m.id = j.value
    where m.timezone = ${page.timezone} and m.wake_up_hour = ${page.hour} and ${dueAt(page.strikeAt, page.strikeAt)}
    on conflict (local_date, member_id) do nothing`);
}

/** Changes an open page that the attempt still holds; one whose lease has passed to another attempt is that one's. */
export function changeHeldPage(db: Db, page: PageRow, change: Partial<NewPage>) {
  return db
    .update(pages)
    .set(change)
    .where(and(eq(pages.id, page.id), eq(pages.state, "open"), eq(pages.leaseUntil, page.leaseUntil)));
}

export function changePage(db: Db, id: string, change: Partial<NewPage>) {
  return db
    .update(pages)
    .set(change)
    .where(and(eq(pages.id, id), eq(pages.state, "open")));
}

export async function findLedgerRow(db: Db, localDate: string, memberId: string): Promise<LedgerRow | undefined> {
  return db
    .select()
    .from(ledger)
    .where(and(eq(ledger.localDate, localDate), eq(ledger.memberId, memberId)))
    .get();
}
