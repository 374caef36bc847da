import { env } from "cloudflare:workers";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";

export const CHICAGO = "America/Chicago";

/** A day from today in Chicago. */
export function dayAhead(days: number): string {
  return addDays(dateIn(CHICAGO, Date.now()), days);
}

/** When an hour begins in Chicago, some days from today (epoch ms). */
export function slotAhead(days: number, hour: number): number {
  return instantAt(dayAhead(days), hour, CHICAGO);
}

type Row = Record<string, unknown>;

export async function rowsOf(sql: string, ...params: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...params)
    .all<Row>();
  return results;
}

/** What the deliveries say of a member's morning. */
export async function deliveryOf(memberId: string, date: string): Promise<Row | undefined> {
  const [row] = await rowsOf("select * from wake_up_deliveries where member_id = ? and local_date = ?", memberId, date);
  return row;
}

export async function slotRow(slotAt: number): Promise<Row | undefined> {
  const [row] = await rowsOf("select * from wake_up_slots where slot_at = ?", slotAt);
  return row;
}
