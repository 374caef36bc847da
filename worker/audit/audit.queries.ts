import { sql } from "drizzle-orm";
import { audit } from "#db/schema/audit.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import type { Ctx } from "../context.ts";

/** Details hold no passwords and no tokens. */
type Entry = { actor: string; action: AuditAction; subject: string; details?: Record<string, unknown> };
type Occasion = Pick<Ctx, "db" | "now" | "requestId">;

function toRow({ now, requestId }: Occasion, { actor, action, subject, details }: Entry) {
  return {
    at: now,
    actor,
    action,
    subject,
    details: details === undefined ? null : JSON.stringify(details),
    requestId,
  };
}

/**
 * The statement that records a change. It stands in the same batch directly behind the statement it is about and writes
 * nothing when that changed no row.
 */
export function auditChange(occasion: Occasion, entry: Entry) {
  const { at, actor, action, subject, details, requestId } = toRow(occasion, entry);
  return occasion.db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id)
    select ${at}, ${actor}, ${action}, ${subject}, ${details}, ${requestId} where changes() > 0`);
}

/** Records something that changed no row of ours, such as a copy of a mail. */
export function auditEvent(occasion: Occasion, entry: Entry) {
  return occasion.db.insert(audit).values(toRow(occasion, entry));
}
