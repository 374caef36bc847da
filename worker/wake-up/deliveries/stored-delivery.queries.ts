import { type SQL, sql } from "drizzle-orm";
import { DELIVERY_STATES, type DeliveryState } from "#domain/rules/mail-states.ts";

/** How rows of `deliveries` say a state. */
export function codeOf(state: DeliveryState): SQL {
  return sql.raw(String(DELIVERY_STATES.indexOf(state)));
}

/** That a delivery was accepted, whatever the provider told of it later. */
export const WAS_SENT = sql`d.state in (${codeOf("sent")}, ${codeOf("delivered")}, ${codeOf("bounced")}, ${codeOf("complained")})`;

/** How they say a date, of a column or a value that holds it as `YYYY-MM-DD`. */
export function dayOf(date: SQL | string): SQL {
  return sql`unixepoch(${date}) / 86400`;
}

/** How they say an instant (epoch ms). */
export function secondsOf(instant: number): SQL {
  return sql`${Math.floor(instant / 1000)}`;
}

/** The deliveries `d` of a batch `b`, by the key of each. */
export const deliveriesOfBatch = sql`json_each(b.member_ids) j cross join deliveries d on d.day = ${dayOf(sql`b.local_date`)}
  and d.member_id = j.value and d.batch = b.number`;
