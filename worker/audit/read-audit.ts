import type { AuditPage, AuditQuery } from "#domain/contract/audit.ts";
import { actionsOf } from "#domain/rules/audit-actions.ts";
import type { Ctx } from "../kernel/context.ts";
import { selectAudit } from "./audit.queries.ts";

const PAGE_SIZE = 25;

/** Returns a page of the audit log, newest first. Pass `next` as `before` to get the next page; null on the last one. */
export async function readAudit(ctx: Ctx, { action, group, subject, before }: AuditQuery): Promise<AuditPage> {
  const actions = action ? [action] : group && actionsOf(group);
  const rows = await selectAudit(ctx.db, { actions, subject, before }, PAGE_SIZE + 1);
  const entries = rows.slice(0, PAGE_SIZE).map(({ at, details, isMember, ...row }) => ({
    ...row,
    isMember: isMember === 1,
    at: new Date(at).toISOString(),
    details: details === null ? null : (JSON.parse(details) as Record<string, unknown>),
  }));
  return { entries, next: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}
