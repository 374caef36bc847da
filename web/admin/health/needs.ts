import type { OverviewResponse } from "#domain/contract/health.ts";
import { formatCount, formatList, formatNumber } from "#domain/formats.ts";
import type { AdminPlace } from "#domain/paths.ts";
import { type AuditAction, actionName } from "#domain/rules/audit-actions.ts";
import { formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { answerByText } from "../mail-responses/inbound-words.ts";

type Needs = OverviewResponse["needs"];
type Money = OverviewResponse["money"];
export type NeedsInput = { needs: Needs; money: Money; today: string };
/** `detail` keeps its line breaks. The link says "Open" and the place's tab unless `action` names it. */
export type Need = { text: string; detail?: string; place?: AdminPlace; action?: string };

/** "Fri, Nov 27" */
const shortDay = (date: string) => `${formatShortWeekday(date)}, ${formatMonthDay(date)}`;

function emptyMorningText({ date, fallback }: Needs["emptyMornings"][number]): string {
  return `${shortDay(date)}: ${fallback ? `"${fallback.title}" goes out instead` : "no email goes out"}`;
}

/** "2 wake-up hours missed today"; for another day it names the date, and Delivery opens on it. */
function morningNeeds({ date, batches, missedHours }: Needs["troubledMornings"][number], today: string) {
  const day = date === today ? "today" : `on ${shortDay(date)}`;
  const place: AdminPlace = { tab: "delivery", ...(date === today ? {} : { date }) };
  return [
    missedHours > 0 && {
      text: `${formatCount(missedHours, "wake-up hour")} missed ${day}`,
      detail: "No emails went out. You can still send them until midnight in those members' time zones.",
      place,
    },
    batches > 0 && {
      text: `${formatCount(batches, "batch", "batches")} didn't reach everyone ${day}`,
      detail: "Delivery has their hours and reasons. You can resend until midnight in those members' time zones.",
      place,
    },
  ];
}

const CHECK: Pick<Need, "place" | "action"> = {
  place: { tab: "settings", page: "check" },
  action: "Open System check",
};
/** The audit entries that name what a count can't. */
const inAudit = (action: AuditAction): Pick<Need, "place" | "action"> => ({
  place: { tab: "settings", page: "audit", action },
  action: "Open audit log",
});

const NAMED = 5;
type Named = { id: string; email: string };
type Group = {
  of: Named[];
  count?: number;
  /** What is said of one, who is named, and of several, after their number. */
  one: string;
  many: string;
  detail: string;
  list: AdminPlace;
};

/** Similar alerts in one line: one person by name, with the way to their page, or several by number, with the way to a list. */
function groupNeed({ of, count = of.length, one, many, detail, list }: Group): Need | false {
  const [first] = of;
  if (!first) return false;
  const nameOf = ({ id, email }: Named) => email || id;
  if (count === 1) {
    const place: AdminPlace = { tab: "members", member: first.id };
    return { text: `${nameOf(first)} ${one}`, detail, place, action: "View member" };
  }
  const named = of.slice(0, NAMED);
  const names = [...named.map(nameOf), ...(count > named.length ? [`${formatNumber(count - named.length)} more`] : [])];
  return { text: `${formatNumber(count)} ${many}`, detail: `${formatList(names, "and")}.\n${detail}`, place: list };
}

/** Emails that don't go out, and money. */
function urgentNeeds({ needs, money, today }: NeedsInput): (Need | false)[] {
  const { missingParticulars, pause, findings, complaints, troubledMornings } = needs;
  return [
    missingParticulars.length > 0 && {
      text: "Business details missing",
      detail: `In production, no email is sent until you add your ${formatList(missingParticulars, "and")} (npm run deploy:setup).`,
      ...CHECK,
    },
    pause !== null && {
      text: pause.kind === "all" ? "Sending is paused" : "Some emails are paused",
      detail: pause.reason,
      place: { tab: "delivery" },
    },
    ...findings.map(({ title, text, fix }) => ({ text: title, detail: `${text}\n${fix}`, ...CHECK })),
    complaints.level !== "well" && {
      text: "Too many spam complaints",
      detail: `${complaints.complained} of ${formatNumber(complaints.delivered)} emails delivered in the last 7 days were reported as spam. Mailbox providers may block senders at 3 in 1,000 or more.`,
      place: { tab: "members", group: "bounced" },
    },
    ...troubledMornings.flatMap((morning) => morningNeeds(morning, today)),
    money.openDisputes > 0 && {
      text: `${formatCount(money.openDisputes, "PayPal dispute is", "PayPal disputes are")} open`,
      detail: `Respond in PayPal's Resolution Center before the deadline, or the money goes back. In the audit log, "${actionName("payment.dispute")}" names the member or gift.`,
      ...inAudit("payment.dispute"),
    },
    groupNeed({
      of: money.doubles,
      count: money.doubleSubscriptions,
      one: "is paying twice",
      many: "members are paying twice",
      detail: "Refund the extra subscription, or cancel it if it hasn't been charged yet.",
      list: { tab: "members" },
    }),
    groupNeed({
      of: money.differing,
      count: money.differingSubscriptions,
      one: "has a subscription out of sync",
      many: "subscriptions are out of sync",
      detail: "Automatic sync failed. See what's different, and sync again.",
      list: { tab: "members", group: "out-of-sync" },
    }),
    money.refusedPayments > 0 && {
      text: `${formatCount(money.refusedPayments, "PayPal subscription was", "PayPal subscriptions were")} refused this week`,
      detail: `No access was granted. In the audit log, look for "${actionName("payment.refused")}", then refund any payment in PayPal.`,
      ...inAudit("payment.refused"),
    },
  ];
}

/** Someone is waiting for an answer, a charge failed, or a morning has no session. */
function dueNeeds({ needs, money }: NeedsInput): (Need | false)[] {
  const { toAnswer, askings, emptyMornings, unpublishedDates } = needs;
  const [unpublished, missing] = [true, false].map((is) =>
    emptyMornings.filter(({ date }) => unpublishedDates.includes(date) === is),
  );
  const mornings = (of: Needs["emptyMornings"] = [], one: string, many: string): Need | false =>
    of.length > 0 && {
      text: formatCount(of.length, one, many),
      detail: of.map(emptyMorningText).join("\n"),
      place: { tab: "content", ...(of.length === 1 ? { day: String(of[0]?.date) } : {}) },
    };
  return [
    toAnswer.count > 0 && {
      text: `${formatCount(toAnswer.count, "email")} to answer`,
      detail: answerByText(toAnswer.answerBy, Date.now()),
      place: { tab: "inbox" },
    },
    groupNeed({
      of: askings,
      one: "asked for emails again",
      many: "members asked for emails again",
      detail: "We stopped sending because emails bounced, were rejected, or were reported as spam.",
      list: { tab: "members", group: "bounced" },
    }),
    groupNeed({
      of: money.pastDue,
      count: money.failedPayments,
      one: "is past due",
      many: "members are past due",
      detail: "A charge failed, and we emailed them what to do. This clears once PayPal collects it.",
      list: { tab: "members", status: "past-due" },
    }),
    mornings(missing, "morning in the next week has no session", "mornings in the next week have no session"),
    mornings(
      unpublished,
      "session for the next week is a draft or hidden",
      "sessions for the next week are drafts or hidden",
    ),
  ];
}

function setUpNeeds({ needs: { hasLiveEvent, isUnheard } }: NeedsInput): (Need | false)[] {
  return [
    !hasLiveEvent && {
      text: "No live event in the next three months",
      detail: "We promise annual members one each quarter.",
      place: { tab: "live-events" },
      action: "Schedule live event",
    },
    isUnheard && {
      text: "No one hears about new administrators and keys, because OPERATOR_EMAIL isn't set",
      ...CHECK,
    },
  ];
}

const GROUPS = { urgent: urgentNeeds, due: dueNeeds, setUp: setUpNeeds };
export type Severity = keyof typeof GROUPS;

/** What the administrator should act on, most urgent first. */
export function needsOf(input: NeedsInput): (Need & { severity: Severity })[] {
  return (Object.keys(GROUPS) as Severity[]).flatMap((severity) =>
    GROUPS[severity](input).flatMap((need) => (need ? [{ ...need, severity }] : [])),
  );
}
