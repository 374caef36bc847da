import type { AuditEntry } from "#domain/contract/audit.ts";
import { formatBytes, formatDateTime, formatMoney } from "#domain/formats.ts";
import type { AdminPlace } from "#domain/paths.ts";
import { AUDIT_WORDS } from "#domain/rules/audit-actions.ts";
import { isCalendarDate } from "#domain/rules/calendar-days.ts";
import { humanDate } from "../content/content-words.tsx";

const LONGEST_VALUE = 120;
const LONG_ID = /^[\da-f-]{32,}$/;

const ACTORS: Record<string, string> = { admin: "Administrator", paypal: "PayPal", giver: "The giver" };

function actorText({ actor, actorName }: Pick<AuditEntry, "actor" | "actorName">): string {
  if (actor.startsWith("admin:")) return actorName ?? "Administrator";
  return ACTORS[actor] ?? (actor.startsWith("member:") ? actorName || "A member" : "System");
}

const SLOT = "slot.";
const SUBJECTS: Record<string, string> = {
  account: "a problem with our account at the email provider",
  complaints: "emails with too many spam complaints",
  daily_quota: "daily email quota used up",
  "empty-mornings": "mornings without a session",
  particulars: "business details missing",
  rate_limit: "the email provider asked us to slow down",
  sending: "all emails",
};

/** A member's address, a title, a day, or the start of an ID. */
export function subjectText({ subject, subjectName }: AuditEntry): string {
  if (subjectName) return subjectName;
  if (isCalendarDate(subject)) return humanDate(subject);
  if (subject.startsWith(SLOT)) return formatDateTime(Number(subject.slice(SLOT.length)));
  return SUBJECTS[subject] ?? (LONG_ID.test(subject) ? `${subject.slice(0, 8)}…` : subject);
}

const PLACES: Record<string, AdminPlace> = {
  batch: { tab: "delivery" },
  sending: { tab: "delivery" },
  import: { tab: "members", page: "import" },
  inbound: { tab: "inbox" },
  "live-event": { tab: "live-events" },
  gift: { tab: "paypal" },
  payment: { tab: "paypal" },
  payments: { tab: "money" },
  subscription: { tab: "paypal" },
  webhook: { tab: "paypal" },
  members: { tab: "members" },
  settings: { tab: "content" },
};

/** Some actions cover several events, which the subject or a detail tells apart. */
function templateOf({ action, subject, details }: AuditEntry): string {
  if (subject.startsWith(SLOT)) return "{who} sent the emails of a missed hour: {}";
  if (subject === details?.giftId) return "The payment for the gift {} was disputed in PayPal";
  if (subject === details?.paymentId) return "PayPal payment {} was disputed";
  if (action === "member.sign-out" && details?.sessions === "one") return "{who} logged out one device";
  return details?.downloaded ? "{who} downloaded the data of {}" : AUDIT_WORDS[action][1];
}

/** An entry as a sentence around the name of its subject: "Ana" of "Ana paused wake-ups". */
export function sentenceOf(entry: AuditEntry): { before: string; name: string; after: string } {
  const template = templateOf(entry);
  const who = actorText(entry);
  // Who acted for themselves isn't named twice.
  if (entry.actor === `member:${entry.subject}` && template.startsWith("{who}")) {
    return { before: "", name: who, after: template.replace("{who}", "").replace(/ \w+ \{\}$| \{\}/, "") };
  }
  const [before = "", after] = template.replace("{who}", who).split("{}");
  return { before, name: after === undefined ? "" : subjectText(entry), after: after ?? "" };
}

/** Where an entry's subject is shown; null for what has no page, such as a file. */
export function placeOf({ action, subject, isMember }: AuditEntry): AdminPlace | null {
  const [noun = ""] = action.split(".");
  if (noun === "resend") return { tab: "delivery", date: subject };
  if (isCalendarDate(subject)) return { tab: "content", day: subject };
  if (isMember) return { tab: "members", member: subject };
  return PLACES[noun] ?? null;
}

/** "videoKey" → "video key" */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown, key: string): string {
  if (typeof value === "number" && key === "sizeBytes") return formatBytes(value);
  if (typeof value === "number" && key === "cents") return formatMoney(value, "USD");
  if (typeof value === "number" && key === "until") return formatDateTime(value);
  if (typeof value === "string" && isCalendarDate(value)) return humanDate(value);
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map((one) => wordsOf(String(one))).join(", ") || "none" : JSON.stringify(value);
}

const NAMES: Record<string, string> = { sizeBytes: "size", cents: "amount", filename: "file", why: "reason" };

export type DetailText = { name: string; value: string; isRaw: boolean };

const RAW = /^by$|^is[A-Z]|Ids?$/;
/** PayPal's name of an event. */
const EVENT_NAME = /^[A-Z]+(\.[A-Z]+)+$/;

/** `isRaw`: what only a program reads: an ID, a flag, PayPal's name of an event, or who acted, which the sentence says. */
export function detailTexts(details: Record<string, unknown> | null): DetailText[] {
  return Object.entries(details ?? {}).map(([key, value]) => {
    const name = NAMES[key] ?? wordsOf(key);
    const text = textOf(value, key);
    return {
      name,
      isRaw: RAW.test(key) || EVENT_NAME.test(text),
      value: text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text,
    };
  });
}
