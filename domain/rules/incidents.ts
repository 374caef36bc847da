import { ADMIN_TABS, placeText } from "./admin-places.ts";
import { TICK_WORDS } from "./health-findings.ts";

/** Problems the operator hears about right away, gravest first. */
export const INCIDENT_KINDS = [
  "no-tick",
  "late-mornings",
  "sending-paused",
  "sending-failed",
  "dead-letters",
  "runway-empty",
  "paypal-webhook",
  "resend-webhook",
  "payment-differences",
  "quota-near",
  "reset-total",
  "password-guessing",
  "admin-password-known",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** What the operator hears about once, and that has no end. */
export const NEWS_KINDS = ["payment-dispute", "payment-reversed", "payment-refused", "closed-account-charged"] as const;
export type AlarmKind = IncidentKind | (typeof NEWS_KINDS)[number];

/** The heading that says how to fix it. */
export const runbookOf = (kind: AlarmKind) => `docs/runbook.md#${kind}`;

/** How the operator was notified; `log` if no other way is set up. */
export const INCIDENT_WAYS = ["webhook", "mail", "log"] as const;
export type IncidentWay = (typeof INCIDENT_WAYS)[number];

export function utcText(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

type Words = {
  title: string;
  /** What to do; docs/runbook.md has more under the kind. */
  mend: string;
  /** Set if email itself may be broken and can't be used to report it. */
  isOfMail?: true;
};

export const INCIDENT_WORDS: Record<IncidentKind, Words> = {
  "no-tick": TICK_WORDS,
  "late-mornings": {
    title: "Mornings are late",
    mend: `${ADMIN_TABS.delivery} shows the batches with their last error. At a great hour RESEND_RATE may be too small.`,
    isOfMail: true,
  },
  "sending-paused": {
    title: "All sending is paused",
    mend: `Mend what the reason names. The first mail that gets through ends the pause; ${placeText("Try now")} lets it go at once.`,
    isOfMail: true,
  },
  "sending-failed": {
    title: "Wake-up mails were refused",
    mend: `${ADMIN_TABS.delivery} shows why. Mend it, then use ${placeText("Resend")} until the local day ends.`,
    isOfMail: true,
  },
  "dead-letters": {
    title: "Batches have used up their retries",
    mend: "See queue_message_failed in the log.",
  },
  "runway-empty": {
    title: "No session lies ahead",
    mend: `Write or schedule sessions in ${ADMIN_TABS.content}, or choose fallbacks in ${ADMIN_TABS.settings}.`,
  },
  "paypal-webhook": {
    title: "PayPal's events do not get through",
    mend: "See webhook_refused and webhook_not_applied in the log, and whether PAYPAL_WEBHOOK_ID is the webhook's. What is missed the hourly comparison makes up for.",
  },
  "resend-webhook": {
    title: "Resend tells nothing of mails",
    mend: "Look at Resend's Webhooks and at RESEND_WEBHOOK_SECRET. Until then bounces and complaints are not heard of.",
  },
  "payment-differences": {
    title: "PayPal and we differ",
    mend: `${placeText("Needs attention")} leads to the members. ${placeText("Sync with PayPal")} compares a subscription anew.`,
  },
  "quota-near": {
    title: "The mail quota is nearly used up",
    mend: "Raise the plan at Resend before it is: then all sending pauses.",
  },
  "reset-total": {
    title: "The day's reset mails are used up",
    mend: "See reset_limit_reached in the log for whether somebody is at work; raise RESET_MAX_IN_TOTAL if not.",
  },
  "password-guessing": {
    title: "Passwords are being guessed",
    mend: "Nobody is refused for it. Set up Turnstile, and a second factor for the admin area, if they are not; the audit names who was refused there.",
  },
  "admin-password-known": {
    title: "Someone knows the admin password",
    mend: "Set a new ADMIN_PASSWORD. Until then, you can log in to /admin only from networks that an administrator has used in the past 30 days.",
  },
};

type Ways = { hasWebhook: boolean; hasMail: boolean };

/** How to notify the operator while these incidents are open. If only email is set up, the message waits until email works again. */
export function wayOf({ hasWebhook, hasMail }: Ways, open: readonly IncidentKind[]): IncidentWay {
  const isMailInTrouble = open.some((kind) => INCIDENT_WORDS[kind].isOfMail === true);
  if (hasWebhook && (isMailInTrouble || !hasMail)) return "webhook";
  return hasMail ? "mail" : "log";
}
