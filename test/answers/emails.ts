import type { OtherMail } from "../../domain/contract/members.ts";

/** An email other than a wake-up email on a member's page: sent, and never resent. */
export function otherEmail(id: string, change: Partial<OtherMail> = {}): OtherMail {
  return {
    id,
    kind: "password-reset",
    toAddress: "ana@daybolt.test",
    state: "sent",
    lastError: null,
    createdAt: "2026-05-01T12:00:00.000Z",
    dueAt: null,
    settledAt: null,
    canResend: false,
    ...change,
  };
}
