import * as z from "zod";
import type { Finding } from "#domain/contract/health.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { placeText } from "#domain/rules/admin-places.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../../kernel/context.ts";
import { readSenderDomain } from "../../mail/read-sender-domain.ts";
import { selectSendingHistory } from "./doctor.queries.ts";
import { failing, noAnswer, ok } from "./finding.ts";

const HISTORY_DAYS = 30;
const DNS_TIMEOUT_MS = 5000;
const TXT = 16;

/** DNS over HTTPS as JSON; types are numbers (https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https). */
const answer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

const SET_THEM = `Add the records under ${placeText("DNS records")} at your DNS provider.`;

export async function examineMail(ctx: Ctx): Promise<Finding[]> {
  const sender = await readSenderDomain(ctx);
  const dns = [examineSpf(ctx, sender.domain), examineDmarc(ctx, sender.domain)];
  return [domainFinding(sender), ...(await Promise.all([...dns, examineHistory(ctx, sender.domain)]))];
}

/** Mailbox providers trust a domain for what it has sent. The figures are a day's after it ends. */
async function examineHistory({ db, now }: Ctx, domain: string): Promise<Finding> {
  const [history] = await selectSendingHistory(db, addDays(dateIn(DEFAULT_ZONE, now), -HISTORY_DAYS));
  if (!history?.since) return ok("Sending history", "Nothing was sent before today.");
  const { since, mails, recent } = history;
  const lately = `${formatNumber(recent)} of them in the last ${HISTORY_DAYS} days`;
  return ok(
    "Sending history",
    `${formatCount(mails, "email")} from ${domain} since ${formatLongDate(since)}, ${lately}.`,
  );
}

type Sender = Awaited<ReturnType<typeof readSenderDomain>>;

function domainFinding({ domain, state, problem }: Sender): Finding {
  const name = "Sender domain and DKIM";
  if (state === "configured") return ok(name, `Resend has verified ${domain} and signs its emails.`);
  if (state === "not_told") return noAnswer(name, problem ?? "", "Try again, or check Domains in Resend.");
  return failing(name, problem ?? "", SET_THEM);
}

/** Resend uses its own return path below the domain, so that name's record counts. */
function examineSpf(ctx: Ctx, domain: string): Promise<Finding> {
  const missing = failing("SPF", `No record at send.${domain} or ${domain}.`, SET_THEM);
  return findRecord(ctx, [`send.${domain}`, domain], /^v=spf1\b/i, missing);
}

/** Looks at the domain and, for a subdomain, at the one above it (RFC 7489, section 6.6.3). */
function examineDmarc(ctx: Ctx, domain: string): Promise<Finding> {
  const [, parent = ""] = /^[^.]+\.([^.]+\..+)$/.exec(domain) ?? [];
  const hosts = [domain, parent].filter(Boolean).map((host) => `_dmarc.${host}`);
  const says = `No record at ${hosts.join(" or ")}. Gmail and Yahoo reject bulk email without one.`;
  const fix = `Publish a TXT record at _dmarc.${domain}. To start: v=DMARC1; p=none`;
  return findRecord(ctx, hosts, /^v=DMARC1\b/i, failing("DMARC", says, fix));
}

async function findRecord({ config }: Ctx, hosts: string[], begin: RegExp, missing: Finding): Promise<Finding> {
  const answers = await Promise.all(hosts.map((host) => lookUpTxt(config.dnsUrl, host)));
  if (answers.every((records) => records === null))
    return noAnswer(missing.name, "DNS isn't responding.", "Try again later.");
  const record = answers.flatMap((records) => records ?? []).find((text) => begin.test(text));
  return record ? ok(missing.name, `Published: ${record}`) : missing;
}

/** Returns a name's TXT records, none if the name doesn't exist, or null if the lookup failed. */
async function lookUpTxt(dnsUrl: string, name: string): Promise<string[] | null> {
  try {
    const response = await fetch(`${dnsUrl}?${new URLSearchParams({ name, type: "TXT" })}`, {
      headers: { accept: "application/dns-json" },
      signal: AbortSignal.timeout(DNS_TIMEOUT_MS),
    });
    const said = answer.safeParse(response.ok ? await response.json() : null);
    // 0 means no error, 3 that the name doesn't exist (RFC 1035, section 4.1.1).
    if (!said.success || ![0, 3].includes(said.data.Status)) return null;
    const texts = said.data.Answer.filter(({ type }) => type === TXT);
    // Joins a record's quoted parts (RFC 7208, section 3.3).
    return texts.map(({ data }) => data.replace(/^"|"$/g, "").replace(/"\s*"/g, "").replace(/\\"/g, '"'));
  } catch {
    return null;
  }
}
