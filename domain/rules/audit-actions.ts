/** What the audit can say was done; the noun comes first. */
export const AUDIT_ACTIONS = [
  "batch.dead-letter",
  "batch.send-again",
  "content.create",
  "content.delete",
  "content.duplicate",
  "content.restore",
  "content.restore-revision",
  "content.update",
  "mails.off",
  "mails.on",
  "medium.delete",
  "medium.upload",
  "password.change",
  "sending.pause",
  "sending.try",
  "test-email.send",
  "trial.delete",
  "trial.grant",
  "wake-up.copy",
  "wake-up.send",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
