import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpResends } from "#db/schema/wake-up.ts";
import { isBeforeDaysEnd } from "../batches/batches.queries.ts";
import { awaitsResend } from "../deliveries/delivery.queries.ts";

export type ResendRow = typeof wakeUpResends.$inferSelect;

/** SQLite uses the partial index only if this text matches it exactly. */
const isOpen = sql`stopped_at is null and ended_at is null`;

export function selectResend(db: Db, localDate: string) {
  return db.select().from(wakeUpResends).where(eq(wakeUpResends.localDate, localDate));
}

type Asked = Pick<ResendRow, "localDate" | "mayRepeat" | "askedBy" | "askedAt">;

/** Begins a morning's resend, or begins it again. Changes no row while it's open. */
export function openResend(db: Db, asked: Asked) {
  const again = { ...asked, cursorSlotAt: 0, cursorId: "", resent: 0, stoppedAt: null, endedAt: null };
  return db
    .insert(wakeUpResends)
    .values(again)
    .onConflictDoUpdate({ target: wakeUpResends.localDate, set: again, setWhere: sql`not (${isOpen})` })
    .returning({ localDate: wakeUpResends.localDate });
}

export function stopResend(db: Db, localDate: string, now: number) {
  return db.run(sql`update wake_up_resends set stopped_at = ${now} where local_date = ${localDate} and ${isOpen}`);
}

/** The resend that ticks work on: the one asked for first. */
export function selectOpenResend(db: Db) {
  return db.select().from(wakeUpResends).where(isOpen).orderBy(wakeUpResends.askedAt).limit(1);
}

/** The next batches to resend. Those made since it was asked for aren't among them: each is resent once. */
export function selectWaitingBatches(db: Db, resend: ResendRow, now: number, limit: number) {
  const { localDate, askedAt, cursorSlotAt, cursorId } = resend;
  return db.all<{ id: string }>(sql`
    select id from wake_up_batches
    where ${awaitsResend(localDate)} and (slot_at, id) > (${cursorSlotAt}, ${cursorId})
      and created_at < ${askedAt} and ${isBeforeDaysEnd(now)}
    order by slot_at, id limit ${limit}`);
}

/** The row is about the same press of the button. */
const isSame = ({ localDate, askedAt }: ResendRow) => sql`local_date = ${localDate} and asked_at = ${askedAt}`;

/** Moves past a batch and counts it if it was resent. Of two ticks, only one does. */
export function passBatch(db: Db, resend: ResendRow, batchId: string) {
  return db.run(sql`
    update wake_up_resends
    set cursor_slot_at = b.slot_at, cursor_id = b.id,
      resent = resent + (b.state = 'open' or coalesce(b.sent_again_as <> b.id, 0))
    from wake_up_batches b
    where b.id = ${batchId} and wake_up_resends.local_date = ${resend.localDate} and asked_at = ${resend.askedAt}
      and (cursor_slot_at, cursor_id) < (b.slot_at, b.id)`);
}

/** Counts an hour's batches before the hour is settled. Of two ticks, only one does. */
export function countHour(db: Db, resend: ResendRow, { slotAt, batches }: { slotAt: number; batches: number }) {
  return db.run(sql`
    update wake_up_resends set resent = resent + ${batches}
    where ${isSame(resend)} and exists (select 1 from wake_up_slots where slot_at = ${slotAt} and outcome = 'missed')`);
}

export function endResend(db: Db, resend: ResendRow, now: number) {
  return db.run(sql`update wake_up_resends set ended_at = ${now} where ${isSame(resend)} and ${isOpen}`);
}
