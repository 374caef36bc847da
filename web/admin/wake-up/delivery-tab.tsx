import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Moon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { DeliveryResponse } from "#domain/contract/wake-up.ts";
import { formatNumber, formatTime } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { DELIVERY_STANDARD, onTimeShare } from "#domain/rules/on-time.ts";
import type { PushState } from "#domain/rules/push.ts";
import { PUSH_WORDS } from "#domain/words.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { FIGURE_CARD, type StackColumn, StackTable } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { DatePicker } from "../parts/date-picker.tsx";
import { useFirstRows } from "../parts/first-rows.tsx";
import { useMay } from "../parts/use-role.ts";
import { deliveryQuery } from "./delivery.query.ts";
import { PauseCard } from "./delivery-actions.tsx";
import { type MailCounts, NOT_DUE_YET, shareText, sumOf } from "./delivery-words.ts";
import { ResendAll } from "./resend-all.tsx";
import { TroubledBatches } from "./troubled-batches.tsx";

export function DeliveryTab() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const asked = params.get("date") ?? "";
  const date = isCalendarDate(asked) ? asked : null;
  const setDate = (date: string) => replaceParams({ tab: "delivery", date });
  const delivery = useQuery(deliveryQuery(date));
  const mayAct = useMay("administrator");
  return (
    <QueryPanel query={delivery} loading="Loading deliveries..." failed="Couldn't load deliveries">
      {(data) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {mayAct && data.pause && <PauseCard pause={data.pause} />}
          <Morning data={data} chosen={date ?? data.date} onDate={setDate} />
          {mayAct && (
            <>
              <ResendAll date={data.date} resendable={data.resendable} resend={data.resend} />
              <TroubledBatches key={data.date} date={data.date} resend={data.resend} />
            </>
          )}
          <Mornings mornings={data.mornings} onDate={setDate} />
        </div>
      )}
    </QueryPanel>
  );
}

/** In the bar's colors, unless it's zero. */
const toned = (count: number, tone: string) => <span className={clsx(count > 0 && tone)}>{formatNumber(count)}</span>;

const countColumns = <Row extends MailCounts>(failedCell: (row: Row) => ReactNode): StackColumn<Row>[] => [
  { label: "Due", className: FIGURE_CARD.cell, cell: ({ due }) => formatNumber(due) },
  { label: "Sent", className: FIGURE_CARD.cell, cell: ({ sent }) => formatNumber(sent) },
  { label: "Failed", className: FIGURE_CARD.cell, cell: failedCell },
  { label: "Missed", className: FIGURE_CARD.cell, cell: ({ missed }) => toned(missed, "text-warn") },
  { label: "Unknown", className: FIGURE_CARD.cell, cell: ({ unknown }) => toned(unknown, "text-warn") },
  { label: "On time", className: FIGURE_CARD.cell, cell: shareText },
];

type Slot = DeliveryResponse["slots"][number];

/** Leads to the members affected. */
function SlotFailures({ at, failed }: Slot) {
  const mayOpen = useMay("administrator");
  if (failed === 0 || !mayOpen) return formatNumber(failed);
  return (
    <Link
      to={adminPath({ tab: "members", failedSlot: at })}
      aria-label={`${formatNumber(failed)} failed at ${formatTime(at)}: show members`}
      className="font-semibold text-bad underline underline-offset-4"
    >
      {formatNumber(failed)}
    </Link>
  );
}

const allOf = ({ due, open }: Slot) => due + open;

/** The hour's figures as a bar: sent, failed, and all others. The busiest hour fills the width. */
function HourBar({ slot, most }: { slot: Slot; most: number }) {
  const all = allOf(slot);
  if (all === 0) return null;
  const { sent, failed } = slot;
  const part = (count: number, tone: string) => (
    <span style={{ width: `${(count / all) * 100}%`, background: `var(--color-${tone})` }} />
  );
  const style = { width: `${(all / most) * 100}%`, minWidth: 3 };
  return (
    <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full" style={style}>
      {part(sent, "good")}
      {part(failed, "bad")}
      {part(all - sent - failed, "warn")}
    </div>
  );
}

function OnTime({ counts }: { counts: MailCounts }) {
  const share = onTimeShare(counts);
  const of = share === null ? "No emails due yet" : `of ${formatNumber(counts.due)} due, accepted within 10 minutes`;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <dt className="readout text-muted">On time</dt>
      <dd
        className={clsx(
          "wide tabular-nums",
          share === null ? "text-muted" : "font-black text-4xl",
          share !== null && share < DELIVERY_STANDARD && "text-warn",
        )}
      >
        {shareText(counts)}
      </dd>
      <dd className="text-muted text-sm">{`${of} · target ${DELIVERY_STANDARD * 100}%`}</dd>
    </dl>
  );
}

/** "Notifications: 41 due, 40 sent, 1 undeliverable. Sessions started: 12 from emails, 9 from notifications" */
function pushWords({ pushes, started }: DeliveryResponse): string {
  const results = Object.entries(pushes).flatMap(([state, count]) =>
    count > 0 ? `${formatNumber(count)} ${PUSH_WORDS[state as PushState]}` : [],
  );
  const due = Object.values(pushes).reduce((sum, count) => sum + count, 0);
  const notified = due === 0 ? "No notifications" : `Notifications: ${formatNumber(due)} due, ${results.join(", ")}`;
  return `${notified}. Sessions started: ${formatNumber(started.byEmail)} from emails, ${formatNumber(started.byPush)} from notifications`;
}

type MorningProps = {
  data: DeliveryResponse;
  /** The requested day, whose emails may still be loading. */
  chosen: string;
  onDate: (date: string) => void;
};

function Morning({ data, chosen, onDate }: MorningProps) {
  const { date, slots } = data;
  const most = Math.max(...slots.map(allOf));
  const hour = (slot: Slot) => {
    const { at, open } = slot;
    return (
      <div className="grid gap-1.5 lg:w-60">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:justify-between">
          <span className="whitespace-nowrap">{formatTime(at)}</span>
          {open > 0 && <span className="text-sm text-warn">{open} sending</span>}
        </div>
        <HourBar slot={slot} most={most} />
      </div>
    );
  };
  return (
    <Card id="morning" title={formatLongDate(date)} hint={slots.some(({ open }) => open > 0) && NOT_DUE_YET}>
      <div className="mb-6 grid items-end gap-6 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
        <DatePicker label="Morning" date={chosen} openDate={onDate} isBusy={date !== chosen} />
        <OnTime counts={sumOf(slots)} />
        <p className="text-muted text-sm sm:col-span-2">{pushWords(data)}</p>
      </div>
      {slots.length === 0 ? (
        <StatePanel kind="empty" icon={Moon} title="No wake-up emails on this day yet." />
      ) : (
        <StackTable
          labelledBy="morning"
          rows={slots}
          keyOf={({ at }) => at}
          cardClass={FIGURE_CARD.row}
          columns={[
            { label: "Hour (Central)", className: `font-semibold ${FIGURE_CARD.name}`, cell: hour },
            ...countColumns(SlotFailures),
          ]}
        />
      )}
    </Card>
  );
}

function Mornings({ mornings, onDate }: { mornings: DeliveryResponse["mornings"]; onDate: (date: string) => void }) {
  const { first, more } = useFirstRows(mornings, 7);
  const day = ({ date }: (typeof mornings)[number]) => (
    <button
      type="button"
      onClick={() => onDate(date)}
      className="min-h-11 text-left font-semibold text-bolt underline-offset-4 hover:underline"
    >
      {formatLongDate(date)}
    </button>
  );
  return (
    <Card
      id="mornings"
      title="Previous mornings"
      hint="Each one appears once its day ends in Central time. Resent emails count, too."
    >
      {mornings.length === 0 ? (
        <p className="text-muted">No mornings yet. The first one appears after midnight Central time.</p>
      ) : (
        <StackTable
          labelledBy="mornings"
          rows={first}
          keyOf={({ date }) => date}
          cardClass={FIGURE_CARD.row}
          columns={[
            { label: "Morning", className: FIGURE_CARD.name, cell: day },
            ...countColumns<MailCounts>(({ failed }) => toned(failed, "text-bad")),
          ]}
        />
      )}
      {more}
    </Card>
  );
}
