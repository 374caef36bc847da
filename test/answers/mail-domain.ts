import type { DnsRecord, MailDomain } from "../../domain/contract/mail.ts";

const DKIM_RECORD: DnsRecord = {
  purpose: "DKIM",
  type: "TXT",
  host: "resend._domainkey",
  value: "p=MIGf",
  isVerified: true,
};

export const CONFIGURED_DOMAIN: MailDomain = {
  domain: "daybolt.test",
  state: "configured",
  problem: null,
  records: [DKIM_RECORD],
};
