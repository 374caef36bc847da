import * as z from "zod";
import { DAY_MS } from "#domain/durations.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { count } from "../kernel/variables.ts";

export const privacyConfig = z
  .object({
    INBOUND_KEPT_DAYS: count.default(SERVICE_TERMS.retentionDays),
    // At least as long as any notice period, since the notice's email is the proof that it was sent.
    MAILS_KEPT_DAYS: count.min(SERVICE_TERMS.retentionDays).default(SERVICE_TERMS.otherMailsKeptDays),
    // The administrator's view of a member shows the last 12.
    WAKE_UP_MONTHS_KEPT: count.min(12).max(1200).default(SERVICE_TERMS.mailMonthsKept),
    // Some events are recognized as repeats by their audit entry, so entries must outlast those checks.
    AUDIT_KEPT_DAYS: count.min(SERVICE_TERMS.retentionDays).default(SERVICE_TERMS.auditKeptYears * 365),
  })
  .transform((given) => ({
    inboundKeptMs: given.INBOUND_KEPT_DAYS * DAY_MS,
    mailsKeptMs: given.MAILS_KEPT_DAYS * DAY_MS,
    wakeUpMonthsKept: given.WAKE_UP_MONTHS_KEPT,
    auditKeptMs: given.AUDIT_KEPT_DAYS * DAY_MS,
  }));
