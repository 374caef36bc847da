import type { Finding } from "#domain/contract/health.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { Ctx } from "../../kernel/context.ts";
import { readSenderDomain } from "../../mail/read-sender-domain.ts";
import { selectFigures } from "../../mail-responses/events/mail-events.queries.ts";
import { failing, notTold, ok, warning } from "./finding.ts";
import { lookUpTxt } from "./look-up-txt.ts";

const DAYS_LOOKED_BACK = 7;
const NOT_ASKED = "The DNS could not be asked. Try again later.";

/** The sender's domain at Resend and in the DNS, and whether Resend tells what becomes of mails. */
export async function examineMail(ctx: Ctx): Promise<Finding[]> {
  const [sender, events] = await Promise.all([readSenderDomain(ctx), examineEvents(ctx)]);
  const dns = [examineSpf(ctx, sender.domain), examineDmarc(ctx, sender.domain)];
  return [domainFinding(sender), ...(await Promise.all(dns)), events];
}

type Sender = Awaited<ReturnType<typeof readSenderDomain>>;

function domainFinding({ domain, state, problem }: Sender): Finding {
  const name = "Sender's domain and DKIM";
  if (state === "configured") return ok(name, `Resend has verified ${domain}, and signs its mails.`);
  if (state === "not_told") return notTold(name, problem ?? "", "Try again, or look at Resend's Domains.");
  return failing(name, problem ?? "", "Set the records of the card DNS Record.");
}

/** Resend sends with a return path of its own below the domain; that name's record counts. */
async function examineSpf({ config }: Ctx, domain: string): Promise<Finding> {
  const name = "SPF";
  const looked = await Promise.all([`send.${domain}`, domain].map((host) => lookUpTxt(config.dnsUrl, host)));
  if (looked.every((records) => records === null)) return notTold(name, NOT_ASKED, "");
  const record = looked.flatMap((records) => records ?? []).find((text) => /^v=spf1\b/i.test(text));
  if (record) return ok(name, `Published: ${record}`);
  return failing(
    name,
    `Neither send.${domain} nor ${domain} has a record.`,
    "Set the SPF record of the card DNS Record.",
  );
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

async function examineEvents(ctx: Ctx): Promise<Finding> {
  const name = "Resend's webhook";
  if (ctx.config.resendWebhookSecret === null)
    return warning(
      name,
      "RESEND_WEBHOOK_SECRET is empty: bounces and complaints are not heard of.",
      "docs/operations.md, What becomes of mails.",
    );
  const [figures] = await selectFigures(ctx.db, addDays(dateIn("UTC", ctx.now), -DAYS_LOOKED_BACK));
  if (figures && figures.told > 0) return ok(name, `It told of ${figures.told} mails within ${DAYS_LOOKED_BACK} days.`);
  return warning(
    name,
    `It told of no mail within ${DAYS_LOOKED_BACK} days.`,
    "If mails went out, look at Resend's Webhooks.",
  );
}
