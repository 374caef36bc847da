import type { OverviewResponse } from "#domain/contract/health.ts";
import { formatNumber } from "#domain/formats.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Card, CardHeading } from "../../ui/card.tsx";

/** Today's emails so far, plus those of members for whom it is already or still another date. */
export function TodayCard({ today, elsewhere }: Pick<OverviewResponse, "today" | "elsewhere">) {
  return (
    <Card aria-labelledby="todays-mails">
      <CardHeading id="todays-mails" hint={formatLongDate(today.date)}>
        Today's mails
      </CardHeading>
      <Figures mails={today} />
      {elsewhere.map((mails) => (
        <section key={mails.date} aria-label={formatLongDate(mails.date)} className="mt-6 border-line border-t pt-5">
          <p className="mb-4 text-muted">
            {mails.date < today.date ? "Where it is still" : "Where it is already"} {formatLongDate(mails.date)}
          </p>
          <Figures mails={mails} />
        </section>
      ))}
    </Card>
  );
}

function Figures({ mails }: { mails: OverviewResponse["today"] }) {
  const { due, sent, onTime, failed, missed, unknown, open } = mails;
  const figures = [
    ["Due", due],
    ["Sent", sent],
    ["On time", onTime],
    ["Under way", open],
    ["Failed", failed],
    ["Missed", missed],
    ["Unknown", unknown],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="grid gap-1">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-bold text-2xl tabular-nums">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
