import { CircleCheck, TriangleAlert } from "lucide-react";
import type { OverviewResponse } from "#domain/contract/health.ts";
import { formatCount, formatList, formatNumber } from "#domain/formats.ts";
import type { AdminTab } from "#domain/rules/admin-places.ts";
import { formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { ACTION_NAMES } from "#domain/words.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Button } from "../../ui/button.tsx";
import { answerByText } from "../mail-responses/inbound-words.ts";
import { TitledCard } from "../parts/titled-card.tsx";

type Needs = OverviewResponse["needs"];
/** `detail` keeps its line breaks. The button opens the tab; it says "Review" unless `action` names it. */
type Need = {
  text: string;
  detail?: string;
  tab?: AdminTab;
  member?: string;
  date?: string;
  action?: string;
};

/** "Fri, Nov 27" */
const shortDay = (date: string) => `${formatShortWeekday(date)}, ${formatMonthDay(date)}`;

function emptyMorningText({ date, fallback }: Needs["emptyMornings"][number]): string {
  return `${shortDay(date)}: ${fallback ? `"${fallback.title}" goes out instead` : "no email goes out"}`;
}

/** "2 wake-up hours missed today"; for another day it names the date, and Delivery opens on it. */
function morningNeeds(
  { date, batches, missedHours: hours }: Needs["troubledMornings"][number],
  today: string,
): (Need | false)[] {
  const day = date === today ? "today" : `on ${shortDay(date)}`;
  const way: Pick<Need, "tab" | "date"> = { tab: "delivery", ...(date === today ? {} : { date }) };
  return [
    hours > 0 && {
      text: `${formatCount(hours, "wake-up hour")} missed ${day}`,
      detail: "No emails went out. You can still send them until midnight in those members' time zones.",
      ...way,
    },
    batches > 0 && {
      text: `${formatCount(batches, "batch", "batches")} didn't reach everyone ${day}`,
      ...way,
    },
  ];
}

type NeedsCardProps = { needs: Needs; money: OverviewResponse["money"]; today: string };

/** What the administrator should act on, most urgent first. */
function needsOf({ needs, money, today }: NeedsCardProps): Need[] {
  const { pause, troubledMornings, emptyMornings, droppedFallbacks, missingParticulars, hasLiveEvent } = needs;
  const { refundRequests: refunds, complaints } = needs;
  const list: (Need | false)[] = [
    pause !== null && {
      text: pause.kind === "all" ? "Sending is paused" : "Some emails are paused",
      detail: pause.reason,
      tab: "delivery",
    },
    ...needs.troubles.map(({ title, says, mend }) => ({ text: title, detail: `${says}\n${mend}` })),
    complaints.level !== "well" && {
      text: "Too many spam complaints",
      detail: `${complaints.complained} of ${formatNumber(complaints.delivered)} emails delivered in 7 days were reported. Mailbox providers may block senders at 3 in 1,000 or more.`,
    },
    ...troubledMornings.flatMap((morning) => morningNeeds(morning, today)),
    ...moneyNeeds(money),
    refunds.count > 0 && {
      text: `${formatCount(refunds.count, "refund request")} to answer`,
      detail: answerByText(refunds.answerBy, Date.now()),
      tab: "inbox",
    },
    ...needs.askings.map((member) => toTheirPage(member, "asked for emails again", UNREACHABLE)),
    emptyMornings.length > 0 && {
      text: `${formatCount(emptyMornings.length, "morning in the next week has", "mornings in the next week have")} no session`,
      detail: emptyMornings.map(emptyMorningText).join("\n"),
      tab: "content",
    },
    droppedFallbacks > 0 && {
      text: `${formatCount(droppedFallbacks, "fallback")} can't be sent`,
      detail: "See why in Settings, and choose another.",
      tab: "settings",
    },
    missingParticulars.length > 0 && {
      text: "Business details missing",
      detail: `Email to members is off until you add your ${formatList(missingParticulars, "and")} (domain/brand.ts, MAIL_FROM).`,
    },
    !hasLiveEvent && {
      text: "No live event in the next three months",
      detail: "We promise annual members one each quarter.",
      tab: "live-events",
      action: "Schedule live event",
    },
  ];
  return list.filter((need) => need !== false);
}

const UNREACHABLE = "We stopped sending because emails bounced, were rejected, or were reported as spam.";
const PAYS_TWICE = "Refund the extra subscription, or cancel it if it hasn't been charged yet.";
const OUT_OF_SYNC = "Automatic sync failed. See what's different, and sync again.";

const toTheirPage = ({ id, email }: { id: string; email: string }, what: string, detail: string): Need => ({
  text: `${email || id} ${what}`,
  detail,
  tab: "members",
  member: id,
});

const more = (all: number, shown: number, one: string, many: string): Need | false =>
  all > shown && {
    text: formatCount(all - shown, `more ${one}`, `more ${many}`),
    detail: `Showing ${shown} of ${all}.`,
  };

function moneyNeeds(money: OverviewResponse["money"]): (Need | false)[] {
  const { openDisputes: disputes, refusedPayments: refused, doubles, differing } = money;
  return [
    disputes > 0 && {
      text: `${formatCount(disputes, "PayPal payment is", "PayPal payments are")} disputed`,
      detail: `Respond in PayPal's Resolution Center before the deadline, or the money goes back. In the audit log, "${ACTION_NAMES["payment.dispute"]}" names the member or gift.`,
      tab: "settings",
    },
    ...doubles.map((member) => toTheirPage(member, "is paying twice", PAYS_TWICE)),
    more(money.doubleSubscriptions, doubles.length, "is paying twice", "are paying twice"),
    ...differing.map((member) => toTheirPage(member, "has a subscription out of sync", OUT_OF_SYNC)),
    more(money.differingSubscriptions, differing.length, "is out of sync", "are out of sync"),
    refused > 0 && {
      text: `${formatCount(refused, "PayPal subscription was", "PayPal subscriptions were")} refused this week`,
      detail: `No access was granted. In the audit log, look for "${ACTION_NAMES["payment.refused"]}", then refund any payment in PayPal.`,
      tab: "settings",
    },
  ];
}

export function NeedsCard(props: NeedsCardProps) {
  const replaceParams = useReplaceParams();
  const list = needsOf(props);
  return (
    <TitledCard id="needs" title="Needs attention">
      {list.length === 0 ? (
        <p className="flex items-center gap-3">
          <CircleCheck aria-hidden="true" className="size-6 text-good" />
          All clear.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {list.map(({ text, detail, tab, member, date, action = "Review" }) => (
            <li key={text} className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-night p-4">
              <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
              <div className="grid min-w-0 grow basis-[13rem] gap-0.5">
                <p className="wrap-anywhere font-bold semi-wide">{text}</p>
                {detail && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">{detail}</p>}
              </div>
              {tab && (
                <Button
                  variant="secondary"
                  aria-label={`${action}: ${text}`}
                  onClick={() => replaceParams({ tab, ...(member ? { member } : {}), ...(date ? { date } : {}) })}
                >
                  {action}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
