import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

type Entry = { actor: string; action: string; subject: string; details?: Record<string, unknown> };

/**
 * The statement that records a change. It stands in the same batch directly behind the statement it is about and writes
 * nothing when that changed no row. Details hold no passwords and no tokens.
 */
export function auditChange({ db, now, requestId }: Pick<Ctx, "db" | "now" | "requestId">, entry: Entry) {
  const details = entry.details === undefined ? null : JSON.stringify(entry.details);
  return db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id)
    select ${now}, ${entry.actor}, ${entry.action}, ${entry.subject}, ${details}, ${requestId} where changes() > 0`);
}
