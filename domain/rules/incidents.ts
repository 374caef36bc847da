import { type AdminPlace, adminPath } from "../paths.ts";
import { ADMIN_TABS, placeText } from "./admin-places.ts";
import { TICK_WORDS } from "./health-findings.ts";
import { dateIn } from "./local-time.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";

/** What the operator hears about once, and that has no end. */
export const ONE_TIME_ALARMS = [
  "payment-dispute",
  "payment-reversed",
  "payment-refused",
  "closed-account-charged",
] as const;
export type AlarmKind = IncidentKind | (typeof ONE_TIME_ALARMS)[number];

/** The heading that says how to fix it. */
export const runbookOf = (kind: AlarmKind) => `docs/runbook.md#${kind}`;

/** The first word of an email's subject. An alarm means that no email goes out, that money is at stake, or that someone is breaking in. */
type Severity = "Alarm" | "Warning";

const DELIVERY: AdminPlace = { tab: "delivery" };
const PAYPAL: AdminPlace = { tab: "paypal" };
const CHECK: AdminPlace = { tab: "settings", page: "check" };
const LOGINS: AdminPlace = { tab: "settings", page: "audit", group: "logins" };

/** How grave it is, and the place that shows it. */
const REACH: Record<AlarmKind, [severity: Severity, place: AdminPlace]> = {
  "no-tick": ["Alarm", DELIVERY],
  "late-mornings": ["Alarm", DELIVERY],
  "sending-paused": ["Alarm", DELIVERY],
  "sending-failed": ["Alarm", DELIVERY],
  "dead-letters": ["Alarm", DELIVERY],
  "push-refused": ["Warning", DELIVERY],
  "runway-empty": ["Alarm", { tab: "content" }],
  "paypal-webhook": ["Warning", CHECK],
  "resend-webhook": ["Warning", CHECK],
  "payment-differences": ["Warning", { ...PAYPAL, status: "out-of-sync" }],
  "quota-near": ["Warning", CHECK],
  "database-full": ["Warning", CHECK],
  "invitations-stopped": ["Warning", { tab: "members", page: "import" }],
  "reset-total": ["Warning", CHECK],
  "password-guessing": ["Warning", LOGINS],
  "admin-password-known": ["Alarm", LOGINS],
  "payment-dispute": ["Alarm", PAYPAL],
  "payment-reversed": ["Alarm", PAYPAL],
  "payment-refused": ["Alarm", PAYPAL],
  "closed-account-charged": ["Warning", PAYPAL],
};

export const severityOf = (kind: AlarmKind) => REACH[kind][0];

/** The page that an alarm opens. Delivery shows the day on which it began, even if it's read the day after. */
export function alarmPath(kind: AlarmKind, startedAt: number): string {
  const [, place] = REACH[kind];
  return adminPath(place.tab === "delivery" ? { ...place, date: dateIn(DEFAULT_ZONE, startedAt) } : place);
}

/** How the operator was notified; `log` if no other way is set up. */
export const INCIDENT_WAYS = ["webhook", "mail", "log"] as const;
export type IncidentWay = (typeof INCIDENT_WAYS)[number];

type Words = {
  title: string;
  /** What to do; docs/runbook.md has more under the kind. */
  fix: string;
  /** Set if email itself may be broken and can't be used to report it. */
  isOfMail?: true;
};

/** Problems the operator hears about right away, gravest first. */
const INCIDENTS = {
  "no-tick": TICK_WORDS,
  "late-mornings": {
    title: "Wake-up emails are late",
    fix: `${ADMIN_TABS.delivery} shows the batches with their last error. At peak hours, RESEND_RATE may be too low.`,
    isOfMail: true,
  },
  "sending-paused": {
    title: "All email is paused",
    fix: `Fix the cause. The pause ends when an email gets through. ${placeText("Try now")} sends one batch right away.`,
    isOfMail: true,
  },
  "sending-failed": {
    title: "Wake-up emails were rejected",
    fix: `${ADMIN_TABS.delivery} shows why. Fix it, then select ${placeText("Resend")} before midnight in the members' time zones.`,
    isOfMail: true,
  },
  "dead-letters": { title: "Batches ran out of retries", fix: "Look for queue_message_failed in the log." },
  "push-refused": {
    title: "Push services refuse our notifications",
    fix: "Look for push_batch_sent in the log. Its refusal says whether our key or our message is at fault.",
  },
  "runway-empty": {
    title: "No sessions for the next 3 mornings",
    fix: `Write or schedule sessions in ${ADMIN_TABS.content}, or turn on "May be sent again" for past ones.`,
  },
  "paypal-webhook": {
    title: "PayPal events aren't getting through",
    fix: "Look for webhook_refused and webhook_not_applied in the log, and check PAYPAL_WEBHOOK_ID. The hourly sync catches anything missed.",
  },
  "resend-webhook": {
    title: "No delivery events from Resend",
    fix: "In Resend, check Webhooks. Check RESEND_WEBHOOK_SECRET, too. Until it's fixed, we don't see bounces or spam complaints.",
  },
  "payment-differences": {
    title: "Subscriptions are out of sync with PayPal",
    fix: `To list them, select ${placeText("Out of sync")}. "Sync with PayPal" on a member's page tries again.`,
  },
  "quota-near": {
    title: "The email quota is almost used up",
    fix: "Upgrade your Resend plan before the quota runs out. After that, all email pauses.",
  },
  "database-full": {
    title: "The database is almost full",
    fix: "At its limit, nothing can be saved anymore. docs/runbook.md says what you can delete, and who can raise DATABASE_LIMIT_GB.",
  },
  "invitations-stopped": {
    title: "Invitations stopped because too many bounced",
    fix: `Check how old the imported addresses are. No invitation goes out until you select ${placeText("Continue")}.`,
  },
  "reset-total": {
    title: "Today's limit for password reset emails has been reached",
    fix: "Check reset_limit_reached in the log to see if it's an attack. If not, raise RESET_MAX_IN_TOTAL.",
  },
  "password-guessing": {
    title: "Someone is guessing passwords",
    fix: "The alarm itself locks no one out. Accounts and networks over their own limits wait 15 minutes. If you haven't yet, set up Turnstile and a second factor for the admin area. The audit log shows who was denied access.",
  },
  "admin-password-known": {
    title: "Someone knows the admin password",
    fix: "Set a new ADMIN_PASSWORD. Until then, you can log in to /admin only from networks that an administrator has used in the past 30 days.",
  },
} satisfies Record<string, Words>;
export type IncidentKind = keyof typeof INCIDENTS;
export const INCIDENT_WORDS: Record<IncidentKind, Words> = INCIDENTS;
export const INCIDENT_KINDS = Object.keys(INCIDENTS) as [IncidentKind, ...IncidentKind[]];

type Ways = { hasWebhook: boolean; hasMail: boolean };

/** How to notify the operator while these incidents are open. If only email is set up, the message waits until email works again. */
export function wayOf({ hasWebhook, hasMail }: Ways, open: readonly IncidentKind[]): IncidentWay {
  const isMailInTrouble = open.some((kind) => INCIDENT_WORDS[kind].isOfMail === true);
  if (hasWebhook && (isMailInTrouble || !hasMail)) return "webhook";
  return hasMail ? "mail" : "log";
}
