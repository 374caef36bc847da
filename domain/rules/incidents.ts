import { HOUR_MS, MINUTE_MS } from "../durations.ts";
import { CADENCES } from "./cadences.ts";
import { ON_TIME_MS } from "./on-time.ts";

/** What an operator is told of at once, the gravest first. */
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

/** By which way the operator was told; `log` where there is no other. */
export const INCIDENT_WAYS = ["webhook", "mail", "log"] as const;
export type IncidentWay = (typeof INCIDENT_WAYS)[number];

/** Mornings ahead of which one at least has to have a session. */
export const RUNWAY_DAYS = 3;
/** Used share of a quota of mails that is near its end. */
const QUOTA_NEAR = 0.8;
/** Refused events within an hour, while none was taken, that are more than a stranger's noise. */
const REFUSED_EVENTS = 3;
/** So many mails of a day of which the provider tells nothing are no chance. */
const UNTOLD_MAILS = 10;

/** A window of wrong passwords that is younger, or this full, may be of a wave that goes on: they are counted anew in each. */
const YOUNG_WINDOW_MS = 5 * MINUTE_MS;
const FULL_ENOUGH = 0.25;

type Quota = { used: number; limit: number; of: "day" | "month" };

/** What a look found, in counts and instants (epoch ms). Null is: not there, or not known. */
export type Signs = {
  lastTickAt: number | null;
  /** The oldest slot whose mails are not out ten minutes after it. */
  lateSlotAt: number | null;
  /** Slots of late that nobody dispatched in time. */
  missedSlots: number;
  pause: { until: number; reason: string | null } | null;
  failedBatches: number;
  deadBatches: number;
  /** Since when an event of PayPal's that was taken could not be done. */
  openEventAt: number | null;
  /** Events of PayPal's that were refused within the hour, and when one was last taken. */
  refusedEvents: number;
  lastEventAt: number | null;
  /** Mails of the last counted day, and of how many the provider has told since; null where it is not asked to. */
  untold: { sent: number; told: number } | null;
  differences: number;
  /** Whether anybody has access, and how many of the next mornings have something to play. */
  hasMembers: boolean;
  morningsAhead: number;
  hasFallback: boolean;
  resetMails: { count: number; max: number };
  /** Wrong passwords of the windows that run, and when each began. */
  wrongPasswords: { place: "sign-in" | "the admin area"; count: number; max: number; since: number }[];
  /** Wrong second factors behind the right admin password, within a day. */
  wrongCodes: { count: number; max: number };
  /** Null when the provider was not asked, or did not tell. */
  quotas: Quota[] | null;
};

/** An instant as log lines and queries say it. */
export function utcText(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function lateText({ lateSlotAt, missedSlots }: Signs): string | null {
  if (lateSlotAt !== null)
    return `Mails of the slot of ${utcText(lateSlotAt)} are not out, ${ON_TIME_MS / MINUTE_MS} minutes after it and more.`;
  if (missedSlots === 0) return null;
  return `${counted(missedSlots, "slot was", "slots were")} found more than three hours late: those members were not woken.`;
}

function payPalText({ openEventAt, refusedEvents, lastEventAt }: Signs, now: number): string | null {
  if (openEventAt !== null) return `An event that came at ${utcText(openEventAt)} could not be done yet.`;
  if (refusedEvents < REFUSED_EVENTS || (lastEventAt ?? 0) > now - HOUR_MS) return null;
  return "Several events were refused for their signature within an hour, and none was taken.";
}

function quotaText(quotas: Quota[]): string | null {
  const near = quotas.find(({ used, limit }) => used >= QUOTA_NEAR * limit);
  return near ? `${near.used} of the ${near.limit} mails of the ${near.of} are used up.` : null;
}

function guessingText({ wrongPasswords }: Signs, now: number): string | null | undefined {
  const wave = wrongPasswords.find(({ count, max }) => count >= max);
  if (wave) return `${wave.max} wrong passwords and more were sent to ${wave.place} since ${utcText(wave.since)}.`;
  const mayGoOn = wrongPasswords.some(
    ({ count, max, since }) => count >= FULL_ENOUGH * max || since > now - YOUNG_WINDOW_MS,
  );
  return mayGoOn ? undefined : null;
}

/** What is wrong, in a sentence for each kind; null where all is well, and undefined where a look cannot tell. */
export function troublesOf(signs: Signs, now: number): Record<IncidentKind, string | null | undefined> {
  const { lastTickAt, pause, failedBatches, deadBatches, untold, differences, resetMails, wrongCodes, quotas } = signs;
  const when = (isTrouble: boolean, text: string) => (isTrouble ? text : null);
  return {
    // Before its first tick an installation is being set up.
    "no-tick":
      lastTickAt === null
        ? undefined
        : when(lastTickAt < now - CADENCES.tick.lateAfterMs, `The last one came at ${utcText(lastTickAt)}.`),
    "late-mornings": lateText(signs),
    "sending-paused": pause && `No mail is sent until ${utcText(pause.until)}. ${pause.reason ?? ""}`.trim(),
    "sending-failed": when(
      failedBatches > 0,
      `Resend refused ${counted(failedBatches, "batch", "batches")} of up to 100 mails for what they say.`,
    ),
    "dead-letters": when(
      deadBatches > 0,
      `${counted(deadBatches, "batch has", "batches have")} used up the queue's retries. The ticks try them again.`,
    ),
    "runway-empty": when(
      signs.hasMembers && signs.morningsAhead === 0 && !signs.hasFallback,
      `None of the next ${RUNWAY_DAYS} mornings has a session, and no fallback is chosen.`,
    ),
    "paypal-webhook": payPalText(signs, now),
    "resend-webhook":
      untold &&
      when(
        untold.sent >= UNTOLD_MAILS && untold.told === 0,
        `Of the ${untold.sent} mails of the last counted day it has told of none.`,
      ),
    "payment-differences": when(
      differences > 0,
      `What PayPal says of ${counted(differences, "subscription", "subscriptions")} could not be put right.`,
    ),
    "quota-near": quotas === null ? undefined : quotaText(quotas),
    "reset-total": when(
      resetMails.count >= resetMails.max,
      `All ${resetMails.max} that strangers may cause in a day are used up; further requests send nothing until 00:00 UTC.`,
    ),
    "password-guessing": guessingText(signs, now),
    "admin-password-known": when(
      wrongCodes.count >= wrongCodes.max,
      `Someone entered ${wrongCodes.max} wrong codes after the right admin password within a day.`,
    ),
  };
}

type Words = {
  title: string;
  /** What to do; docs/operations.md says more below the same title. */
  mend: string;
  /** Whether mail may be what is in trouble, so that it cannot tell of it. */
  isOfMail: boolean;
};

/** How an incident is told, by mail, webhook and in the doctor's line alike. */
export const INCIDENT_WORDS: Record<IncidentKind, Words> = {
  "no-tick": {
    title: "The minute tick stands still",
    mend: "Nobody is woken meanwhile. Look at the Worker's cron triggers and its log, and at Cloudflare's status page.",
    isOfMail: false,
  },
  "late-mornings": {
    title: "Mornings are late",
    mend: "Delivery shows the batches with their last error. At a great hour RESEND_RATE may be too small.",
    isOfMail: true,
  },
  "sending-paused": {
    title: "All sending is paused",
    mend: "Mend what the reason names. The first mail that gets through ends the pause; Overview has Try now.",
    isOfMail: true,
  },
  "sending-failed": {
    title: "Wake-up mails were refused",
    mend: "Delivery shows why. Mend it, then use Send again there until the local day ends.",
    isOfMail: true,
  },
  "dead-letters": {
    title: "Batches have used up their retries",
    mend: "See queue_message_failed in the log.",
    isOfMail: false,
  },
  "runway-empty": {
    title: "No session lies ahead",
    mend: "Write or schedule sessions in Content, or choose fallbacks in the settings.",
    isOfMail: false,
  },
  "paypal-webhook": {
    title: "PayPal's events do not get through",
    mend: "See webhook_refused and webhook_not_applied in the log, and whether PAYPAL_WEBHOOK_ID is the webhook's. What is missed the hourly comparison makes up for.",
    isOfMail: false,
  },
  "resend-webhook": {
    title: "Resend tells nothing of mails",
    mend: "Look at Resend's Webhooks and at RESEND_WEBHOOK_SECRET. Until then bounces and complaints are not heard of.",
    isOfMail: false,
  },
  "payment-differences": {
    title: "PayPal and we differ",
    mend: "The PayPal tab names the subscriptions; Heal on the member's page reads one again.",
    isOfMail: false,
  },
  "quota-near": {
    title: "The mail quota is nearly used up",
    mend: "Raise the plan at Resend before it is: then all sending pauses.",
    isOfMail: false,
  },
  "reset-total": {
    title: "The day's reset mails are used up",
    mend: "See reset_limit_reached in the log for whether somebody is at work; raise RESET_MAX_IN_TOTAL if not.",
    isOfMail: false,
  },
  "password-guessing": {
    title: "Passwords are being guessed",
    mend: "Nobody is refused for it. Set up Turnstile, and a second factor for the admin area, if they are not; the audit names who was refused there.",
    isOfMail: false,
  },
  "admin-password-known": {
    title: "Someone knows the admin password",
    mend: "Set a new ADMIN_PASSWORD. Until then, you can log in to /admin only from networks that an administrator has used in the past 30 days.",
    isOfMail: false,
  },
};

type Ways = { hasWebhook: boolean; hasMail: boolean };

/** How the operator is told of something while these incidents go on. Where mail alone is set up, it waits for mail to go again. */
export function wayOf({ hasWebhook, hasMail }: Ways, open: readonly IncidentKind[]): IncidentWay {
  const isMailInTrouble = open.some((kind) => INCIDENT_WORDS[kind].isOfMail);
  if (hasWebhook && (isMailInTrouble || !hasMail)) return "webhook";
  return hasMail ? "mail" : "log";
}
