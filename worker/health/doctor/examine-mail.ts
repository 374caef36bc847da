import type { Finding } from "#domain/contract/health.ts";
import { placeText } from "#domain/rules/admin-places.ts";
import type { Ctx } from "../../kernel/context.ts";
import { readSenderDomain } from "../../mail/sender-domain.ts";
import { failing, notTold, ok } from "./finding.ts";
import { lookUpTxt } from "./look-up-txt.ts";

const NOT_ASKED = "The DNS could not be asked. Try again later.";

const SET_THEM = `Set the records of ${placeText("DNS Record")}.`;

/** The sender's domain at Resend and in the DNS. */
export async function examineMail(ctx: Ctx): Promise<Finding[]> {
  const sender = await readSenderDomain(ctx);
  const dns = [examineSpf(ctx, sender.domain), examineDmarc(ctx, sender.domain)];
  return [domainFinding(sender), ...(await Promise.all(dns))];
}

type Sender = Awaited<ReturnType<typeof readSenderDomain>>;

function domainFinding({ domain, state, problem }: Sender): Finding {
  const name = "Sender's domain and DKIM";
  if (state === "configured") return ok(name, `Resend has verified ${domain}, and signs its mails.`);
  if (state === "not_told") return notTold(name, problem ?? "", "Try again, or look at Resend's Domains.");
  return failing(name, problem ?? "", SET_THEM);
}

/** Resend sends with a return path of its own below the domain; that name's record counts. */
async function examineSpf({ config }: Ctx, domain: string): Promise<Finding> {
  const name = "SPF";
  const looked = await Promise.all([`send.${domain}`, domain].map((host) => lookUpTxt(config.dnsUrl, host)));
  if (looked.every((records) => records === null)) return notTold(name, NOT_ASKED, "");
  const record = looked.flatMap((records) => records ?? []).find((text) => /^v=spf1\b/i.test(text));
  if (record) return ok(name, `Published: ${record}`);
  return failing(name, `Neither send.${domain} nor ${domain} has a record.`, SET_THEM);
}

/** Of the domain or, for a subdomain, of the one above it (RFC 7489, section 6.6.3). */
async function examineDmarc({ config }: Ctx, domain: string): Promise<Finding> {
  const name = "DMARC";
  const [, parent = ""] = /^[^.]+\.([^.]+\..+)$/.exec(domain) ?? [];
  const hosts = [domain, parent].filter(Boolean).map((host) => `_dmarc.${host}`);
  const looked = await Promise.all(hosts.map((host) => lookUpTxt(config.dnsUrl, host)));
  if (looked.every((records) => records === null)) return notTold(name, NOT_ASKED, "");
  const record = looked.flatMap((records) => records ?? []).find((text) => /^v=DMARC1\b/i.test(text));
  if (record) return ok(name, `Published: ${record}`);
  const mend = `Publish a TXT record at _dmarc.${domain}, to begin with: v=DMARC1; p=none`;
  return failing(name, `${hosts.join(" and ")}: no record. Gmail and Yahoo refuse bulk mail without one.`, mend);
}
