import { CircleCheck, TriangleAlert } from "lucide-react";
import type { OverviewResponse } from "#domain/contract/health.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { ADMIN_TABS } from "#domain/rules/admin-places.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Button } from "../../ui/button.tsx";
import { answerByText } from "../mail-responses/inbound-words.ts";
import { TitledCard } from "../parts/titled-card.tsx";

type Needs = OverviewResponse["needs"];
/** `detail` keeps its line breaks. The button opens the tab and is named after it, unless `action` names it. */
type Need = {
  text: string;
  detail?: string;
  tab?: keyof typeof ADMIN_TABS;
  member?: string;
  date?: string;
  action?: string;
};

function emptyMorningText({ date, fallback }: Needs["emptyMornings"][number]): string {
  return `${formatLongDate(date)}: ${fallback ? `“${fallback.title}” goes out instead` : "nobody is woken"}`;
}

/** "2 hours of today were missed"; for another day it names the date, and Delivery opens on it. */
function morningNeeds(
  { date, batches, missedHours: hours }: Needs["troubledMornings"][number],
  today: string,
): (Need | false)[] {
  const day = date === today ? "today" : formatLongDate(date);
  const way: Pick<Need, "tab" | "date"> = { tab: "delivery", ...(date === today ? {} : { date }) };
  return [
    hours > 0 && {
      text: hours === 1 ? `1 hour of ${day} was missed` : `${hours} hours of ${day} were missed`,
      detail: "Nobody was woken then. It can be sent after all while its members' day goes on.",
      ...way,
    },
    batches > 0 && {
      text: `${formatCount(batches, "batch", "batches")} of ${day} did not reach everybody`,
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
      text: "Many members report our mails as spam",
      detail: `${complaints.complained} of ${formatNumber(complaints.delivered)} delivered within seven days. Mail providers block senders at 3 in 1,000.`,
    },
    ...troubledMornings.flatMap((morning) => morningNeeds(morning, today)),
    ...moneyNeeds(money),
    refunds.count > 0 && {
      text: `${formatCount(refunds.count, "refund request waits", "refund requests wait")} for an answer`,
      detail: answerByText(refunds.answerBy, Date.now()),
      tab: "delivery",
    },
    ...needs.askings.map((member) => toTheirPage(member, "asks for mails again", UNREACHABLE)),
    emptyMornings.length > 0 && {
      text: `${formatCount(emptyMornings.length, "morning")} from today to a week ahead without content`,
      detail: emptyMornings.map(emptyMorningText).join("\n"),
      tab: "content",
    },
    droppedFallbacks > 0 && {
      text: `${formatCount(droppedFallbacks, "fallback is", "fallbacks are")} not released any more`,
      detail: "It does not go out on mornings without content. The settings say why, and let you choose another.",
      tab: "settings",
    },
    missingParticulars.length > 0 && {
      text: "The operator's particulars are not complete",
      detail: `Missing: ${missingParticulars.join(", ")}. Without them no mail leaves for people (domain/brand.ts, MAIL_FROM).`,
    },
    !hasLiveEvent && {
      text: "No live event within the quarter",
      detail: "Annual members are promised one each quarter.",
      tab: "live-events",
      action: "Announce one",
    },
  ];
  return list.filter((need) => need !== false);
}

const UNREACHABLE = "Mail to this address came back or was reported, so none is sent there.";
const PAYS_TWICE = "Their page names both subscriptions, with Refund, and Cancel for one not charged yet.";
const HEALING = "The hourly reading could not heal it. Their page says what differs, and reads it again.";

const toTheirPage = ({ id, email }: { id: string; email: string }, what: string, detail: string): Need => ({
  text: `${email || id} ${what}`,
  detail,
  tab: "members",
  member: id,
  action: "Open their page",
});

const more = (count: number, one: string, many: string): Need | false =>
  count > 0 && {
    text: formatCount(count, `more ${one}`, `more ${many}`),
    detail: "They come up here as those above are seen to.",
  };

function moneyNeeds(money: OverviewResponse["money"]): (Need | false)[] {
  const { openDisputes: disputes, refusedPayments: refused, doubles, differing } = money;
  return [
    disputes > 0 && {
      text: `${formatCount(disputes, "payment is", "payments are")} disputed at PayPal`,
      detail:
        "Unless it is answered there in time, the money goes back. The audit (payment.dispute) names the member or the gift.",
      tab: "settings",
      action: "Open the audit",
    },
    ...doubles.map((member) => toTheirPage(member, "pays twice", PAYS_TWICE)),
    more(money.doubleSubscriptions - doubles.length, "pays twice", "pay twice"),
    ...differing.map((member) => toTheirPage(member, "has a subscription that differs from what PayPal says", HEALING)),
    more(money.differingSubscriptions - differing.length, "has one that differs", "have one that differs"),
    refused > 0 && {
      text: `${formatCount(refused, "subscription")} of this week at PayPal ${refused === 1 ? "was" : "were"} refused`,
      detail:
        "Nothing was granted for it. The audit says why (payment.refused); money that came is sent back at PayPal.",
      tab: "settings",
      action: "Open the audit",
    },
  ];
}

export function NeedsCard(props: NeedsCardProps) {
  const replaceParams = useReplaceParams();
  const list = needsOf(props);
  return (
    <TitledCard id="needs" title="What needs a hand">
      {list.length === 0 ? (
        <p className="flex items-center gap-3">
          <CircleCheck aria-hidden="true" className="size-6 text-good" />
          Nothing. All is well.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {list.map(({ text, detail, tab, member, date, action }) => (
            <li key={text} className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-night p-4">
              <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
              <div className="grid min-w-0 grow basis-[13rem] gap-0.5">
                <p className="wrap-anywhere font-bold semi-wide">{text}</p>
                {detail && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">{detail}</p>}
              </div>
              {tab && (
                <Button
                  variant="secondary"
                  onClick={() => replaceParams({ tab, ...(member ? { member } : {}), ...(date ? { date } : {}) })}
                >
                  {action ?? `Open ${ADMIN_TABS[tab]}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
