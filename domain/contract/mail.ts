import * as z from "zod";

/** `unknown`: the provider couldn't be asked, so nothing is known. */
const MAIL_DOMAIN_STATES = ["configured", "not_verified", "unknown"] as const;

const dnsRecord = z.object({
  /** Purpose of the record: DKIM or SPF. */
  purpose: z.string(),
  type: z.string(),
  /** Without the domain itself, as most DNS providers expect it. */
  host: z.string(),
  value: z.string(),
  isVerified: z.boolean(),
});
export type DnsRecord = z.infer<typeof dnsRecord>;

export const mailDomain = z.object({
  domain: z.string(),
  state: z.enum(MAIL_DOMAIN_STATES),
  problem: z.string().nullable(),
  records: z.array(dnsRecord),
});
export type MailDomain = z.infer<typeof mailDomain>;
