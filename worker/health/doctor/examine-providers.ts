import * as z from "zod";
import type { Finding } from "#domain/contract/health.ts";
import { formatCount, formatDate, formatNumber } from "#domain/formats.ts";
import { placeText } from "#domain/rules/admin-places.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../../kernel/context.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { readSenderDomain } from "../../mail/read-sender-domain.ts";
import { selectLastPayPalEvent, selectSendingHistory } from "./doctor.queries.ts";

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
  if (state === "configured") return ok(name, `Resend has verified ${domain} and counts its emails.`);
  if (state === "unknown") return noAnswer(name, problem ?? "", "Try again, or check Domains in Resend.");
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
  const text = `No record at ${hosts.join(" or ")}. Gmail and Yahoo reject bulk email without one.`;
  const fix = `Publish a TXT record at _dmarc.${domain}. To start: v=DMARC1; p=none`;
  return findRecord(ctx, hosts, /^v=DMARC1\b/i, failing("DMARC", text, fix));
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

const PLAN = "PayPal plans";
const WEBHOOK = "PayPal webhook";
const AWAY = "PayPal isn't responding.";

/** Examines the PayPal account: its credentials, by reading the plans that are for sale, and its webhook. */
export async function examinePayments(ctx: Ctx): Promise<Finding[]> {
  const { paypal } = ctx;
  if (!paypal) return [warning("PayPal", "Not set up, so no one can buy.", "See docs/operations.md, PayPal.")];
  return Promise.all([examinePlans(paypal), examineWebhook(ctx, paypal)]);
}

type PayPal = NonNullable<Ctx["paypal"]>;

/** Examines the webhook by its ID, since events of another are refused, and by the events it delivered. */
async function examineWebhook(ctx: Ctx, paypal: PayPal): Promise<Finding> {
  const fix = "Check PAYPAL_WEBHOOK_ID. See docs/operations.md, PayPal.";
  const url = `${ctx.config.appUrl}/api/paypal/webhook`;
  try {
    const [webhook, [{ at = null } = {}]] = await Promise.all([paypal.readWebhook(), selectLastPayPalEvent(ctx.db)]);
    if (webhook === null) return failing(WEBHOOK, "PayPal has no webhook with this ID, so we reject its events.", fix);
    if (webhook.url !== url) return warning(WEBHOOK, `It points to ${webhook.url} instead of ${url}.`, fix);
    if (at !== null) return ok(WEBHOOK, `Last event on ${formatDate(at)}.`);
    const advice = "If anyone paid during that time, check the webhook in PayPal.";
    return warning(WEBHOOK, "No events in the last 30 days.", advice);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    return noAnswer(WEBHOOK, AWAY, "Try again later. The hourly sync catches anything missed.");
  }
}

async function examinePlans(paypal: PayPal): Promise<Finding> {
  const { monthly, annual } = paypal.plans;
  const sold = Object.entries({ monthly, annual });
  try {
    const read = sold.map(async ([name, id]) => ({ name, plan: await paypal.readPlan(id) }));
    const wrong = (await Promise.all(read)).flatMap(({ name, plan }) => {
      if (plan === null) return `PayPal doesn't have the ${name} plan.`;
      return plan.status === "ACTIVE" ? [] : `The ${name} plan is ${plan.status} in PayPal.`;
    });
    if (wrong.length === 0) return ok(PLAN, "PayPal accepts the credentials and has both plans.");
    const fix = "Check PAYPAL_PLAN_MONTHLY and PAYPAL_PLAN_ANNUAL. See docs/operations.md, PayPal.";
    return failing(PLAN, wrong.join(" "), fix);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    const fix = "Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET from the same app.";
    if (error.status === 401) return failing(PLAN, "PayPal rejects the credentials.", fix);
    return noAnswer(PLAN, AWAY, "Try again later. Members keep their access.");
  }
}

function withFix(state: Finding["state"]) {
  return (name: string, text: string, fix: string): Finding => ({ name, state, text, fix });
}

export const ok = (name: string, text: string): Finding => ({ name, state: "ok", text, fix: null });
export const warning = withFix("warning");
export const failing = withFix("failing");
const noAnswer = withFix("unknown");
