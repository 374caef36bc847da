import type { Finding } from "#domain/contract/health.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { formatCount, formatDateTime } from "#domain/formats.ts";
import { placeText } from "#domain/rules/admin-places.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { judgeSize } from "#domain/rules/database-size.ts";
import { INCIDENT_WORDS, type IncidentKind } from "#domain/rules/incidents.ts";
import { BOUNCES } from "#domain/rules/invitations.ts";
import { ON_TIME_MS } from "#domain/rules/on-time.ts";
import { WRONG_CODES_A_DAY } from "../../account/admin/admin-totp.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { withoutAddresses } from "../../mail/pause-sending.ts";
import { PAUSED_NAMES, type Pauses, pausedKinds, pauseOf } from "../../mail/sending-state.ts";
import { type CheckCounts, MOST_COUNTED } from "./check-counts.queries.ts";
import { judgePasswords } from "./judge-passwords.ts";

/** Coming mornings of which at least one must have a session. */
export const RUNWAY_DAYS = 3;
const QUOTA_NEAR = 0.8;
/** This many refused events within an hour, with none accepted, are more than a stranger's noise. */
const REFUSED_EVENTS = 3;
/** This many emails in a day without a report from the provider aren't a coincidence. */
const MIN_MAILS = 10;

export type CronCheckInput = Pick<Ctx, "now"> & {
  dispatcher: Awaited<ReturnType<typeof selectDispatcher>>[number] | undefined;
};
/** Null if the provider wasn't asked or didn't answer. */
type Quotas = Awaited<ReturnType<Ctx["mailer"]["readQuotas"]>>;
/** `sizes` are the database's of the last days, for a forecast; only the system check reads them. */
export type CheckInput = CronCheckInput &
  Pick<Ctx, "config"> & { pauses: Pauses; counts: CheckCounts; quotas: Quotas; sizes?: number[] };

/** `keepsIncident` marks trouble that isn't bad enough to start an incident but doesn't end one either. */
type CheckResult = Pick<Finding, "state" | "text"> & { keepsIncident?: boolean };

type Check<Known> = {
  name: string;
  /** The incident that is open while this fails. */
  incidentKind: IncidentKind | null;
  /** `title` names the trouble, `fix` says what to do. */
  words: { title: string; fix: string };
  judge: (input: Known) => CheckResult;
};

const incident = (kind: IncidentKind) => ({ incidentKind: kind, words: INCIDENT_WORDS[kind] });

/** CheckCounts stop counting at a limit, so a count that reached it is a lower bound. */
function countText(count: number, one: string, many: string): string {
  return count < MOST_COUNTED ? formatCount(count, one, many) : `${MOST_COUNTED} or more ${many}`;
}

const ok = (text: string): CheckResult => ({ state: "ok", text });
const warning = (text: string): CheckResult => ({ state: "warning", text });
const failing = (text: string): CheckResult => ({ state: "failing", text });

function judgeRun(lastAt: number | null, lateAfterMs: number, now: number): CheckResult {
  if (lastAt === null) return failing("It has never run.");
  return lastAt < now - lateAfterMs ? failing(`It last ran on ${formatDateTime(lastAt)}.`) : ok("Running.");
}

export const TICK_CHECK: Check<CronCheckInput> = {
  name: "Scheduler",
  ...incident("no-tick"),
  judge({ now, dispatcher }) {
    const lastAt = dispatcher?.lastTickAt ?? null;
    // No one is alerted before the first tick: the installation is still being set up.
    return { ...judgeRun(lastAt, CADENCES.tick.lateAfterMs, now), keepsIncident: lastAt === null };
  },
};

/** Checks that need only the dispatcher's row. */
export const CRON_CHECKS: Check<CronCheckInput>[] = [
  TICK_CHECK,
  {
    name: "Hourly jobs",
    incidentKind: null,
    words: {
      title: "Hourly jobs stopped",
      fix: "Check the Worker's cron triggers and its log. Notices, daily counts, deletions, and the PayPal sync wait until the hourly jobs run again.",
    },
    judge: ({ now, dispatcher }) => judgeRun(dispatcher?.lastHourlyAt ?? null, CADENCES.hourly.lateAfterMs, now),
  },
];

/** All checks in display order, most serious first. */
export const CHECKS: Check<CheckInput>[] = [
  ...CRON_CHECKS,
  { name: "Wake-up emails", ...incident("late-mornings"), judge: judgeMornings },
  {
    name: "Sending",
    ...incident("sending-paused"),
    // An expired pause lasts until the first email gets through.
    judge({ pauses }) {
      const pause = pauseOf(pauses, "all");
      if (!pause) return ok("Not paused.");
      const reason = withoutAddresses(pause.reason);
      return failing(`No email goes out until ${formatDateTime(pause.until)}. ${reason}`.trim());
    },
  },
  {
    name: "Spam complaints",
    // Each pause has its own email.
    incidentKind: null,
    words: {
      title: "Some emails are paused because of spam complaints",
      fix: `Find out why people complain. ${placeText("Resume")} ends the pause.`,
    },
    judge({ now, pauses }) {
      const paused = pausedKinds(pauses, now).map((kind) => PAUSED_NAMES[kind]);
      return paused.length === 0 ? ok("Nothing is paused.") : failing(`Paused: ${paused.join(", ")}.`);
    },
  },
  {
    name: "Rejected emails",
    ...incident("sending-failed"),
    judge({ counts: { failedBatches } }) {
      if (failedBatches === 0) return ok("None in the last 12 hours.");
      const batches = countText(failedBatches, "batch", "batches");
      return failing(`Resend rejected ${batches} of up to 100 emails because of their content.`);
    },
  },
  {
    name: "Retries",
    ...incident("dead-letters"),
    judge({ counts: { deadBatches } }) {
      if (deadBatches === 0) return ok("No batch has run out of retries.");
      const batches = formatCount(deadBatches, "batch", "batches");
      return failing(`The queue gave up on ${batches}. The scheduler keeps queuing what's left until the cutoff.`);
    },
  },
  {
    name: "Notifications",
    ...incident("push-refused"),
    judge({ counts: { refusedPushes } }) {
      if (refusedPushes === 0) return ok("Not refused today.");
      return failing(`Push services refused ${formatCount(refusedPushes, "notification")} today.`);
    },
  },
  {
    name: "Upcoming sessions",
    ...incident("runway-empty"),
    judge({ counts: { morningsAhead, hasFallback, membersWithAccess } }) {
      if (membersWithAccess && morningsAhead === 0 && !hasFallback)
        return failing(`None of the next ${RUNWAY_DAYS} mornings has a session, and no session may be sent again.`);
      return ok(`Ready for ${morningsAhead} of the next ${RUNWAY_DAYS} mornings.`);
    },
  },
  { name: "PayPal events", ...incident("paypal-webhook"), judge: judgePayPal },
  { name: "Resend events", ...incident("resend-webhook"), judge: judgeResend },
  {
    name: "Subscriptions",
    ...incident("payment-differences"),
    judge({ counts: { differences } }) {
      if (differences === 0) return ok("In sync with PayPal.");
      const subscriptions = countText(differences, "subscription", "subscriptions");
      return failing(`We couldn't sync ${subscriptions} with PayPal.`);
    },
  },
  {
    name: "Email quota",
    ...incident("quota-near"),
    judge({ quotas }) {
      if (quotas === null) return { state: "unknown", text: "Resend doesn't report it." };
      const near = quotas.find(({ used, limit }) => used >= QUOTA_NEAR * limit);
      return near
        ? failing(`${near.used} of ${near.limit} emails used this ${near.of}.`)
        : ok("Not close to the limit.");
    },
  },
  {
    name: "Database size",
    ...incident("database-full"),
    judge: ({ config, counts: { databaseBytes }, sizes = [databaseBytes ?? 0] }) =>
      databaseBytes === null
        ? { state: "unknown", text: "It's measured with each day's figures." }
        : judgeSize(sizes, config.databaseLimitGb),
  },
  {
    name: "Invitations",
    ...incident("invitations-stopped"),
    // Complaints have an email of their own.
    judge({ counts: { hasBouncedInvitations } }) {
      if (!hasBouncedInvitations) return ok("Not stopped by bounces.");
      return failing(`${BOUNCES.share * 100}% of the last ${BOUNCES.of} invitations bounced.`);
    },
  },
  {
    name: "Password reset emails",
    ...incident("reset-total"),
    judge({ config: { resetMaxInTotal: max }, counts: { resetMails } }) {
      if ((resetMails ?? 0) < max) return ok("Within today's limit.");
      const text = `We've reached today's limit of ${max} emails that strangers can trigger`;
      return failing(`${text}. We send no more until midnight UTC.`);
    },
  },
  { name: "Password attempts", ...incident("password-guessing"), judge: judgePasswords },
  {
    name: "Admin password",
    ...incident("admin-password-known"),
    judge({ counts: { wrongCodes } }) {
      return (wrongCodes ?? 0) < WRONG_CODES_A_DAY
        ? ok("Nothing unusual.")
        : failing(`Within a day, someone entered ${WRONG_CODES_A_DAY} wrong codes after the right admin password.`);
    },
  },
];

function judgeMornings({
  counts: { lateBatchSlotAt, unsettledSlotAt, missedSlots },
  ...cron
}: CheckInput): CheckResult {
  const lateSlots = [lateBatchSlotAt, unsettledSlotAt].filter((slotAt) => slotAt !== null);
  if (lateSlots.length > 0) {
    const slot = formatDateTime(Math.min(...lateSlots));
    return failing(`Emails due on ${slot} are at least ${ON_TIME_MS / MINUTE_MS} minutes late.`);
  }
  if (missedSlots > 0) {
    const slots = formatCount(missedSlots, "delivery time was", "delivery times were");
    return failing(`${slots} missed by more than 3 hours. Members due then got no email.`);
  }
  // Only the scheduler finds out what's due.
  if (TICK_CHECK.judge(cron).state === "failing")
    return { state: "unknown", text: "Nothing goes out until the scheduler runs." };
  return ok("On time.");
}

function judgePayPal({ now, counts: { openEventAt, refusedEvents, lastEventAt } }: CheckInput): CheckResult {
  if (openEventAt !== null) return failing(`An event from ${formatDateTime(openEventAt)} hasn't been processed yet.`);
  if (refusedEvents < REFUSED_EVENTS || (lastEventAt ?? 0) > now - HOUR_MS) return ok("All processed.");
  return failing("Several events failed the signature check within an hour, and none passed it.");
}

function judgeResend({ config, counts: { sentMails, reportedMails } }: CheckInput): CheckResult {
  if (config.resendWebhookSecret === null)
    return warning("RESEND_WEBHOOK_SECRET is empty, so we don't see bounces or spam complaints.");
  if (reportedMails > 0) return ok(`Events have come in for ${formatCount(reportedMails, "email")} since yesterday.`);
  if (sentMails === null || sentMails < MIN_MAILS) return ok("No events lately, but few emails went out.");
  return failing(`No events for yesterday's ${sentMails} emails.`);
}
