import { and, asc, gte, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { audit } from "#db/schema/audit.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import type { Ctx } from "../kernel/context.ts";

/** Details hold no passwords and no tokens, and nothing that a person's account held before. */
export type Entry = { actor: string; action: AuditAction; subject: string; details?: Record<string, unknown> };
type Occasion = Pick<Ctx, "db" | "now" | "requestId" | "ipAddress" | "userAgent">;

/** Where the administrator sat is kept, since a shared password says nothing of who it was; where a member sat is not. */
function toRow({ now, requestId, ipAddress, userAgent }: Occasion, { actor, action, subject, details }: Entry) {
  const isAdmin = actor === "admin";
  return {
    at: now,
    actor,
    action,
    subject,
    details: details === undefined ? null : JSON.stringify(details),
    requestId,
    ipAddress: isAdmin ? ipAddress : null,
    userAgent: isAdmin ? userAgent : null,
  };
}

/**
 * The statement that records a change. It stands in the same batch directly behind the statement it is about and writes
 * nothing when that changed no row.
 */
export function auditChange(occasion: Occasion, entry: Entry) {
  const { at, actor, action, subject, details, requestId, ipAddress, userAgent } = toRow(occasion, entry);
  return occasion.db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id, ip_address, user_agent)
    select ${at}, ${actor}, ${action}, ${subject}, ${details}, ${requestId}, ${ipAddress}, ${userAgent}
    where changes() > 0`);
}

/** The same where nothing else of the batch may stand without the change: where none was made, this ends the whole batch. */
export function auditChangeOrEnd(occasion: Occasion, entry: Entry) {
  const { at, actor, action, subject, details, requestId, ipAddress, userAgent } = toRow(occasion, entry);
  // An instant is never null: the table refuses it, and the batch is undone.
  return occasion.db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id, ip_address, user_agent)
    values (iif(changes() > 0, ${at}, null), ${actor}, ${action}, ${subject}, ${details}, ${requestId}, ${ipAddress}, ${userAgent})`);
}

/** Records something that changed no row of ours, such as a copy of a mail. */
export function auditEvent(occasion: Occasion, entry: Entry) {
  return occasion.db.insert(audit).values(toRow(occasion, entry));
}

/** Condition: a row of the audit with this subject, action and details. */
function isEntry({ subject, action, details }: Entry) {
  return sql`subject = ${subject} and action = ${action} and details is ${details === undefined ? null : JSON.stringify(details)}`;
}

/** Records what is met again and again, such as at each reading: once for a subject and its details. No row if it was recorded before. */
export function auditOnce(occasion: Occasion, entry: Entry) {
  const { at, actor, action, subject, details, requestId } = toRow(occasion, entry);
  return occasion.db.all<{ id: number }>(sql`
    insert into audit (at, actor, action, subject, details, request_id)
    select ${at}, ${actor}, ${action}, ${subject}, ${details}, ${requestId}
    where not exists (select 1 from audit where ${isEntry(entry)})
    returning id`);
}

/** The row of an entry that `auditOnce` has recorded; none before. */
export function selectEntry(db: Db, entry: Entry) {
  return db.select({ id: audit.id }).from(audit).where(isEntry(entry)).limit(1);
}

/** The entries of some actions between two instants, the second not included; the oldest first. */
export function selectAuditBetween(db: Db, actions: AuditAction[], { from, before }: { from: number; before: number }) {
  return db
    .select({ action: audit.action, subject: audit.subject, details: audit.details })
    .from(audit)
    .where(and(inArray(audit.action, actions), gte(audit.at, from), lt(audit.at, before)))
    .orderBy(asc(audit.id));
}

/** What was noted of a dispute before, unless that the operator could not be told; of one without a number by its payment. */
export function selectDisputeAudit(
  db: Db,
  subject: string,
  { disputeId, paymentId }: { disputeId: string | null; paymentId: string },
) {
  return db.all<{ id: number }>(sql`
    select id from audit where subject = ${subject} and action = 'payment.dispute'
      and coalesce(details ->> 'disputeId', details ->> 'paymentId') = ${disputeId ?? paymentId}
      and details ->> 'told' is null limit 1`);
}

type Filter = { action?: AuditAction | undefined; subject?: string | undefined; before?: number | undefined };
type AuditRow = {
  id: number;
  at: number;
  actor: string;
  action: AuditAction;
  subject: string;
  subjectName: string | null;
  details: string | null;
  ipAddress: string | null;
  userAgent: string | null;
};

/**
 * The entries before an id, newest first. The subject may be asked for by a member's address. With both filters the index by subject is the shorter way, hence the plus.
 */
export function selectAudit(db: Db, { action, subject, before }: Filter, limit: number) {
  const ofAction = sql`and ${subject === undefined ? sql`` : sql`+`}a.action = ${action}`;
  const ofSubject = sql`and a.subject = coalesce(
    (select id from members where email_key = lower(${subject}) and deleted_at is null), ${subject})`;
  return db.all<AuditRow>(sql`
    select a.id, a.at, a.actor, a.action, a.subject, coalesce(m.email, e.title) as "subjectName", a.details,
      a.ip_address as "ipAddress", a.user_agent as "userAgent"
    from audit a left join members m on m.id = a.subject
      left join live_events e on e.id = a.subject
    where a.id < ${before ?? Number.MAX_SAFE_INTEGER}
      ${action === undefined ? sql`` : ofAction} ${subject === undefined ? sql`` : ofSubject}
    order by a.id desc limit ${limit}`);
}
