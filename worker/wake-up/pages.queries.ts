import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { issues, ledger, pages } from "#db/schema/wake-up.ts";
import { dueAt } from "./due-members.queries.ts";

export type PageRow = typeof pages.$inferSelect;
export type NewPage = typeof pages.$inferInsert;
export type LedgerRow = typeof ledger.$inferSelect;

export function insertPage(db: Db, page: NewPage) {
  return db.insert(pages).values(page).onConflictDoNothing();
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

type Claim = { pageId: string; now: number; leaseUntil: number; oldestStrike: number };

/**
 * Takes a page for one attempt, claims its recipients at the first attempt of a generation, and reads back what to send:
 * one transaction, one round trip. `oldestStrike` is the earliest strike still within the cut-off. Claims go by the
 * page's id list and never by a range, and a member who has a row for the date already is passed over.
 */
export async function claimPage(db: Db, { pageId, now, leaseUntil, oldestStrike }: Claim) {
  const isMine = sql`p.id = ${pageId} and p.state = 'open' and p.lease_until = ${leaseUntil}`;
  const [taken, , , claims, issueRows] = await db.batch([
    db
      .update(pages)
      .set({ leaseUntil, attempts: sql`attempts + 1`, generationAttempts: sql`generation_attempts + 1` })
      .where(and(eq(pages.id, pageId), eq(pages.state, "open"), lte(pages.leaseUntil, now)))
      .returning(),
    db.run(sql`
      insert into ledger (local_date, member_id, page_id, generation, state, address, first_name, claimed_at)
      select p.local_date, m.id, p.id, p.generation, 'claimed', m.email, m.first_name, ${now}
      from pages p, json_each(p.member_ids) j cross join members m on m.id = j.value
      where ${isMine} and p.first_attempt_at is null and p.strike_at >= ${oldestStrike}
        and m.timezone = p.timezone and m.wake_up_hour = p.hour and ${dueAt(sql`p.strike_at`, now)}
      on conflict (local_date, member_id) do nothing`),
    db.run(sql`
      update pages as p set first_attempt_at = ${now}
      where ${isMine} and p.first_attempt_at is null and p.strike_at >= ${oldestStrike}`),
    db.all<LedgerRow>(sql`
      select l.local_date as localDate, l.member_id as memberId, l.page_id as pageId, l.generation, l.state, l.address,
        l.first_name as firstName, l.claimed_at as claimedAt, l.sent_at as sentAt, l.reason
      from pages p, json_each(p.member_ids) j
      cross join ledger l on l.local_date = p.local_date and l.member_id = j.value
      where p.id = ${pageId} and l.page_id = p.id and l.state = 'claimed'
      order by l.member_id`),
    db
      .select({ subject: issues.subject, html: issues.html, text: issues.text, localDate: issues.localDate })
      .from(issues)
      .innerJoin(pages, and(eq(pages.strikeAt, issues.strikeAt), eq(pages.localDate, issues.localDate)))
      .where(eq(pages.id, pageId)),
  ]);
  return { page: taken[0], claims, issue: issueRows[0] };
}

type Mark = { page: PageRow; state: "sent" | "failed" | "unknown"; memberIds: string[]; now: number; reason?: string };

/** Marks claimed recipients of a page. Going by the id list keeps it at one row read and one written per mail. */
export function markRecipients(db: Db, { page, state, memberIds, now, reason }: Mark) {
  return db.run(sql`
    update ledger set state = ${state}, sent_at = ${state === "sent" ? now : null}, reason = ${reason ?? null}
    where local_date = ${page.localDate} and member_id in (select value from json_each(${JSON.stringify(memberIds)}))
      and page_id = ${page.id} and state = 'claimed'`);
}

/** Gives claims back after an answer that proves that nothing of them was accepted. */
export function releaseClaims(db: Db, page: PageRow) {
  return db.run(sql`
    delete from ledger
    where local_date = ${page.localDate} and member_id in (select value from json_each(${page.memberIds}))
      and page_id = ${page.id} and state = 'claimed'`);
}

/** Records every recipient of a page that has no row yet as missed. */
export function markMissed(db: Db, page: PageRow, now: number) {
  return db.run(sql`
    insert into ledger (local_date, member_id, page_id, generation, state, address, first_name, claimed_at, reason)
    select ${page.localDate}, m.id, ${page.id}, ${page.generation}, 'missed', m.email, m.first_name, ${now}, 'cut_off'
    from json_each(${page.memberIds}) j cross join members m on m.id = j.value
    where true on conflict (local_date, member_id) do nothing`);
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
