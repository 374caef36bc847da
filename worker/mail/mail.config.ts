import * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import { missingParticulars } from "#domain/rules/operator.ts";
import { count, environment, isLoopback, orNull } from "../kernel/variables.ts";

const SENDER = /^(?:[^<>]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

const variables = z.object({
  ENVIRONMENT: environment,
  RESEND_API_KEY: z.string().min(1),
  /** Empty: Resend itself. */
  RESEND_BASE_URL: orNull(z.url()),
  RESEND_RATE: count.max(1000).default(5),
  MAIL_FROM: z.string().regex(SENDER, "must be an address or Name <address>").default(BRAND.mailSender),
  DNS_URL: z.url().default("https://cloudflare-dns.com/dns-query"),
});

/** Why no email may be sent, or null: email that reaches people must say who sends it and from where. A local sandbox reaches no one. */
function mailHindrance({ ENVIRONMENT, MAIL_FROM, RESEND_BASE_URL }: z.infer<typeof variables>): string | null {
  if (ENVIRONMENT === "development" || isLoopback(RESEND_BASE_URL ?? "")) return null;
  const missing = missingParticulars({ ...BRAND, mailSender: MAIL_FROM });
  if (missing.length === 0) return null;
  return `Missing or still a placeholder in domain/business.json or MAIL_FROM: ${missing.join(", ")}.`;
}

export const mailConfig = variables.transform((given) => ({
  resendApiKey: given.RESEND_API_KEY,
  resendBaseUrl: given.RESEND_BASE_URL,
  resendRate: given.RESEND_RATE,
  mailFrom: given.MAIL_FROM,
  mailHindrance: mailHindrance(given),
  dnsUrl: given.DNS_URL,
}));
