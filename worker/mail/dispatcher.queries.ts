import { eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcher } from "#db/schema/mail.ts";
import type { PausableKind } from "#domain/rules/mail-events.ts";
import { kindsPausedAs } from "./kinds/kinds.ts";

/** The row's id; there is no other. */
export const ONLY = 1;

export function selectDispatcher(db: Db) {
  return db.select().from(dispatcher).where(eq(dispatcher.id, ONLY));
}

/** Never goes back: a cron with an older time leaves it. */
function recordCron(db: Db, column: "lastTickAt" | "lastHourlyAt", at: number) {
  const set = { [column]: sql`max(coalesce(${dispatcher[column]}, 0), ${at})` };
  return db
    .insert(dispatcher)
    .values({ id: ONLY, [column]: at })
    .onConflictDoUpdate({ target: dispatcher.id, set });
}

export const recordTick = (db: Db, at: number) => recordCron(db, "lastTickAt", at);
export const recordHourly = (db: Db, at: number) => recordCron(db, "lastHourlyAt", at);

/** The condition under which a statement may take mails for an attempt, whatever mails they are. */
export function notPaused(now: number): SQL {
  return sql`not exists (select 1 from dispatcher where paused_until > ${now})`;
}

const PAUSED_UNTIL: Record<PausableKind, SQL> = {
  "wake-up": sql`wake_ups_paused_until`,
  acknowledgement: sql`acknowledgements_paused_until`,
  gift: sql`gifts_paused_until`,
};

/** The condition under which wake-up emails may be taken for an attempt. */
export function wakeUpsNotPaused(now: number): SQL {
  return sql`not exists (select 1 from dispatcher where paused_until > ${now} or wake_ups_paused_until > ${now})`;
}

/** The condition under which a transactional email's kind does not wait for the end of a pause of its own; worked out once a statement. */
export function kindNotPaused(now: number): SQL {
  const held = (["acknowledgement", "gift"] as const).map(
    (kind) => sql`
      select value from dispatcher, json_each(${JSON.stringify(kindsPausedAs(kind))}) where ${PAUSED_UNTIL[kind]} > ${now}`,
  );
  return sql`kind not in (${sql.join(held, sql` union all `)})`;
}

/** Pauses one kind of email for its complaints; changes no row while it is paused already. */
export function pauseKind(db: Db, kind: PausableKind, { until, now }: { until: number; now: number }) {
  const column = PAUSED_UNTIL[kind];
  return db.run(sql`
    insert into dispatcher (id, ${column}) values (${ONLY}, ${until})
    on conflict (id) do update set ${column} = excluded.${column} where coalesce(${column}, 0) <= ${now}`);
}

/** Ends every pause for complaints; those that came before count no more. */
export function endComplaintPauses(db: Db, now: number) {
  const columns = Object.values(PAUSED_UNTIL);
  const ended = columns.map((column) => sql`${column} = min(${column}, ${now})`);
  const isAnyPaused = columns.map((column) => sql`${column} > ${now}`);
  return db.run(sql`
    update dispatcher set ${sql.join(ended, sql`, `)}, complaints_from = ${now}
    where ${sql.join(isAnyPaused, sql` or `)}`);
}

/** Pauses all sending; of two pauses the one that ends later stands, with its reason. */
export function setPause(db: Db, pausedUntil: number, pauseReason: string) {
  return db
    .insert(dispatcher)
    .values({ id: ONLY, pausedUntil, pauseReason })
    .onConflictDoUpdate({
      target: dispatcher.id,
      set: { pausedUntil: sql`excluded.paused_until`, pauseReason: sql`excluded.pause_reason` },
      setWhere: sql`coalesce(paused_until, 0) < excluded.paused_until`,
    });
}

/** Lets the pause end now. It is lifted, as ever, by the first call that gets through. */
export function endPause(db: Db, now: number) {
  return db.update(dispatcher).set({ pausedUntil: now }).where(gt(dispatcher.pausedUntil, now));
}

/** The first call that gets through lifts a pause that is over; calls that were under way as a longer one began say nothing of it. */
export function resumeSending(db: Db, now: number) {
  return db.update(dispatcher).set({ pausedUntil: null, pauseReason: null }).where(lte(dispatcher.pausedUntil, now));
}
