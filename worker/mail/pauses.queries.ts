import { and, eq, gt, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { pauses } from "#db/schema/mail.ts";
import { PAUSABLE_KINDS, type PausableKind } from "#domain/rules/mail-events.ts";
import { ONLY } from "./dispatcher.queries.ts";
import { kindsPausedAs } from "./kinds/kinds.ts";

type Pause = typeof pauses.$inferSelect;

const isOfAll = eq(pauses.kind, "all");

/** Searches for each kind, which costs nothing while nothing is paused. D1 counts a row for going through an empty table. */
export function selectPauses(db: Db) {
  const kinds = pauses.kind.enumValues.map((kind) => sql`(${kind})`);
  return db.all<Pause>(sql`
    select kind, until, reason from (values ${sql.join(kinds, sql`, `)}) k cross join pauses p on p.kind = k.column1`);
}

export function notPaused(now: number, kind: Pause["kind"] = "all"): SQL {
  return sql`not exists (select 1 from pauses where kind = ${kind} and until > ${now})`;
}

export function wakeUpsNotPaused(now: number): SQL {
  return sql`${notPaused(now)} and ${notPaused(now, "wake-up")}`;
}

const MAILS_OF_KINDS = JSON.stringify(Object.fromEntries(PAUSABLE_KINDS.map((kind) => [kind, kindsPausedAs(kind)])));

/** Condition: the email's kind isn't paused because of complaints. Evaluated once per statement. */
export function kindNotPaused(now: number): SQL {
  return sql`kind not in (
    select value from pauses, json_each(${MAILS_OF_KINDS}, '$.' || pauses.kind) where until > ${now})`;
}

function pause(db: Db, row: typeof pauses.$inferInsert, setWhere: SQL) {
  return db.insert(pauses).values(row).onConflictDoUpdate({ target: pauses.kind, set: row, setWhere });
}

/** Pauses a kind of email because of complaints. Changes no row if it's paused already. */
export function pauseKind(db: Db, kind: PausableKind, { until, now }: { until: number; now: number }) {
  return pause(db, { kind, until }, lte(pauses.until, now));
}

/** Pauses all sending. Of two pauses, the one that ends later wins, with its reason. */
export function setPause(db: Db, until: number, reason: string) {
  return pause(db, { kind: "all", until, reason }, lt(pauses.until, until));
}

/** Complaints up to now no longer count if there is such a pause. */
function forgetComplaints(db: Db, now: number, which: SQL | undefined) {
  return db.run(sql`
    insert into dispatcher (id, complaints_from) select ${ONLY}, ${now} where exists (select 1 from pauses where ${which})
    on conflict (id) do update set complaints_from = excluded.complaints_from`);
}

/** Statements that end all complaint pauses. Earlier complaints no longer count. The last changes the pauses. */
export function endComplaintPauses(db: Db, now: number) {
  const isGoingOn = and(ne(pauses.kind, "all"), gt(pauses.until, now));
  return [forgetComplaints(db, now, isGoingOn), db.update(pauses).set({ until: now }).where(isGoingOn)] as const;
}

/** Ends the pause of one kind, even one that's over. As above, no earlier complaint counts anymore, about any kind. */
export function endPauseOf(db: Db, kind: PausableKind, now: number) {
  const isOfKind = eq(pauses.kind, kind);
  return [forgetComplaints(db, now, isOfKind), db.delete(pauses).where(isOfKind)] as const;
}

/** Lets the pause end now. As always, the first successful call then clears it. */
export function endPause(db: Db, now: number) {
  return db
    .update(pauses)
    .set({ until: now })
    .where(and(isOfAll, gt(pauses.until, now)));
}

/** Clears a pause that's over, after the first successful call. Calls already running when a longer pause began don't clear that one. */
export function resumeSending(db: Db, now: number) {
  return db.delete(pauses).where(and(isOfAll, lte(pauses.until, now)));
}
