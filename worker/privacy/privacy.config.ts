import * as z from "zod";
import { DAY_MS } from "#domain/durations.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { count } from "../kernel/variables.ts";

export const privacyConfig = z
  .object({
    INBOUND_KEPT_DAYS: count.default(SERVICE_TERMS.retentionDays),
    // Outlasts every notice period: the notice's email proves that it was sent.
    MAILS_KEPT_DAYS: count.min(SERVICE_TERMS.retentionDays).default(SERVICE_TERMS.otherMailsKeptDays),
    // The administrator's page of a member shows the last 12.
    WAKE_UP_MONTHS_KEPT: count.min(12).max(1200).default(SERVICE_TERMS.mailMonthsKept),
    // Repeats of some events are recognized by their audit entries, which must outlast them.
    AUDIT_KEPT_DAYS: count.min(SERVICE_TERMS.retentionDays).default(SERVICE_TERMS.auditKeptYears * 365),
  })
  .transform((given) => ({
    inboundKeptMs: given.INBOUND_KEPT_DAYS * DAY_MS,
    mailsKeptMs: given.MAILS_KEPT_DAYS * DAY_MS,
    wakeUpMonthsKept: given.WAKE_UP_MONTHS_KEPT,
    auditKeptMs: given.AUDIT_KEPT_DAYS * DAY_MS,
  }));
