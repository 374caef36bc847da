import { type SQL, sql } from "drizzle-orm";
import { DELIVERY_STATES } from "#domain/rules/mail-states.ts";

/** States as they're stored: by their place in the list. */
export const codesIn = <State extends string>(states: readonly State[]) => {
  return (state: State): SQL => sql.raw(String(states.indexOf(state)));
};
export const codeOf = codesIn(DELIVERY_STATES);

/** The delivery was accepted, whatever the provider reported later. */
export const WAS_SENT = sql`d.state in (${codeOf("sent")}, ${codeOf("delivered")}, ${codeOf("bounced")}, ${codeOf("complained")})`;

/** Converts a `YYYY-MM-DD` column or value to the stored day number. */
export const dayOf = (date: SQL | string): SQL => sql`unixepoch(${date}) / 86400`;

export const secondsOf = (instant: number): SQL => sql`${Math.floor(instant / 1000)}`;

/** Joins batch `b` with its deliveries `d`, each by its key. */
export const deliveriesOfBatch = sql`json_each(b.member_ids) j cross join deliveries d on d.day = ${dayOf(sql`b.local_date`)}
  and d.member_id = j.value and d.batch = b.number`;
