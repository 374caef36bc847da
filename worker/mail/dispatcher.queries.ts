import { eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcher } from "#db/schema/mail.ts";
import type { PausableKind } from "#domain/rules/mail-events.ts";
import { kindsPausedAs } from "./kinds/kinds.ts";

export const ONLY = 1;

export function selectDispatcher(db: Db) {
  return db.select().from(dispatcher).where(eq(dispatcher.id, ONLY));
}

/** Never goes back: a cron with an earlier time changes nothing. */
function recordCron(db: Db, column: "lastTickAt" | "lastHourlyAt", at: number) {
  const set = { [column]: sql`max(coalesce(${dispatcher[column]}, 0), ${at})` };
  return db
    .insert(dispatcher)
    .values({ id: ONLY, [column]: at })
    .onConflictDoUpdate({ target: dispatcher.id, set });
}

export const recordTick = (db: Db, at: number) => recordCron(db, "lastTickAt", at);
export const recordHourly = (db: Db, at: number) => recordCron(db, "lastHourlyAt", at);

export function notPaused(now: number): SQL {
  return sql`not exists (select 1 from dispatcher where paused_until > ${now})`;
}

const PAUSED_UNTIL: Record<PausableKind, SQL> = {
  "wake-up": sql`wake_ups_paused_until`,
  acknowledgement: sql`acknowledgements_paused_until`,
  gift: sql`gifts_paused_until`,
  invitation: sql`invitations_paused_until`,
  message: sql`messages_paused_until`,
};

export function wakeUpsNotPaused(now: number): SQL {
  return sql`not exists (select 1 from dispatcher where paused_until > ${now} or wake_ups_paused_until > ${now})`;
}

/** Condition: the email's kind isn't paused because of complaints. Evaluated once per statement. */
export function kindNotPaused(now: number): SQL {
  const paused = (["acknowledgement", "gift", "invitation", "message"] as const).map(
    (kind) => sql`
      select value from dispatcher, json_each(${JSON.stringify(kindsPausedAs(kind))}) where ${PAUSED_UNTIL[kind]} > ${now}`,
  );
  return sql`kind not in (${sql.join(paused, sql` union all `)})`;
}

/** Condition: invitations at the pace are stopped. */
export const areInvitationsStopped = sql`exists (select 1 from invitation_pace where id = 1 and stopped_at is not null)`;

/** Pauses a kind of email because of complaints. Changes no row if it's paused already. */
export function pauseKind(db: Db, kind: PausableKind, { until, now }: { until: number; now: number }) {
  const column = PAUSED_UNTIL[kind];
  return db.run(sql`
    insert into dispatcher (id, ${column}) values (${ONLY}, ${until})
    on conflict (id) do update set ${column} = excluded.${column} where coalesce(${column}, 0) <= ${now}`);
}

/** Ends all complaint pauses. Earlier complaints no longer count. */
export function endComplaintPauses(db: Db, now: number) {
  const columns = Object.values(PAUSED_UNTIL);
  const ended = columns.map((column) => sql`${column} = min(${column}, ${now})`);
  const isAnyPaused = columns.map((column) => sql`${column} > ${now}`);
  return db.run(sql`
    update dispatcher set ${sql.join(ended, sql`, `)}, complaints_from = ${now}
    where ${sql.join(isAnyPaused, sql` or `)}`);
}

/** Ends the pause of one kind, even one that's over. As above, no earlier complaint counts anymore, about any kind. */
export function endPauseOf(db: Db, kind: PausableKind, now: number) {
  const column = PAUSED_UNTIL[kind];
  return db.run(sql`
    update dispatcher set ${column} = null, complaints_from = ${now} where id = ${ONLY} and ${column} is not null`);
}

/** Pauses all sending. Of two pauses, the one that ends later wins, with its reason. */
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

/** Lets the pause end now. As always, the first successful call then clears it. */
export function endPause(db: Db, now: number) {
  return db.update(dispatcher).set({ pausedUntil: now }).where(gt(dispatcher.pausedUntil, now));
}

/** Clears a pause that's over, after the first successful call. Calls already running when a longer pause began don't clear that one. */
export function resumeSending(db: Db, now: number) {
  return db.update(dispatcher).set({ pausedUntil: null, pauseReason: null }).where(lte(dispatcher.pausedUntil, now));
}
