import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { completionsOf, recount } from "../content/recount.queries.ts";
import type { Save } from "./save-progress.queries.ts";

type Saved = Pick<Save, "id" | "memberId" | "day">;

/** Recounts a member's completions if the statement before it completed an item, or a repeat in the same batch counts; returns a row if so. */
export function recountAfterSave(db: Db, { id, memberId, day }: Saved, { isRetry }: { isRetry: boolean }) {
  const isNeeded = sql`(changes() > 0 or exists (select 1 from repeats r where r.member_id = ${memberId}
    and r.morning between date(${day}, '-1 day') and ${day} and r.completed_by = ${id}))`;
  return recount(db, sql`${memberId}`, sql`id = ${memberId} and ${isRetry ? sql`true` : isNeeded}`);
}

/** Recounts a member's completions if they changed; returns a row if so. */
export function recountAfterUndoing(db: Db, memberId: string) {
  const completions = sql`(select count(*) from ${completionsOf(sql`${memberId}`)})`;
  return recount(db, sql`${memberId}`, sql`id = ${memberId} and items_completed <> ${completions}`);
}
