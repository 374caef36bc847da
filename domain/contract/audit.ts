import * as z from "zod";
import { AUDIT_ACTIONS, AUDIT_GROUPS } from "../rules/audit-actions.ts";
import { instant, RELOAD } from "./fields.ts";

/** `before` is the `next` of the previous page; `subject` is an ID, a date, or a member's address. */
export const auditQuery = z.object({
  action: z.enum(AUDIT_ACTIONS, { error: "Unknown action" }).optional(),
  group: z.enum(AUDIT_GROUPS, { error: "Unknown group" }).optional(),
  subject: z.string().trim().max(254, "The subject is too long").optional(),
  before: z.coerce.number(RELOAD).int(RELOAD).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const auditEntry = z.object({
  id: z.int(),
  at: instant,
  /** `admin`, `paypal`, `giver`, a job of ours, or `admin:` or `member:` plus an ID. */
  actor: z.string(),
  /** The name of the administrator or member who acted, or else a member's email. Null for others, and once the member no longer exists. */
  actorName: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string(),
  /** A member's address, a title, or a gift's "for NAME"; null for the rest, and once it no longer exists. */
  subjectName: z.string().nullable(),
  isMember: z.boolean(),
  details: z.record(z.string(), z.unknown()).nullable(),
  /** Set only for calls by the administrator. */
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditPage = z.object({ entries: z.array(auditEntry), next: z.int().nullable() });
export type AuditPage = z.infer<typeof auditPage>;
