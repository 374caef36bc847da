import * as z from "zod";

/** `not_told`: the provider could not be asked, so nothing is known. */
const MAIL_DOMAIN_STATES = ["configured", "not_verified", "not_told"] as const;

const dnsRecord = z.object({
  /** What it is for: DKIM or SPF. */
  purpose: z.string(),
  type: z.string(),
  /** As most providers of DNS want it typed: without the domain itself. */
  host: z.string(),
  value: z.string(),
  isVerified: z.boolean(),
});
export type DnsRecord = z.infer<typeof dnsRecord>;

export const mailDomain = z.object({
  /** The domain that mails come from. */
  domain: z.string(),
  state: z.enum(MAIL_DOMAIN_STATES),
  /** What is missing, as a sentence; null when all is well. */
  problem: z.string().nullable(),
  records: z.array(dnsRecord),
});
export type MailDomain = z.infer<typeof mailDomain>;
