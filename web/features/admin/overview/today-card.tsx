import type { OverviewResponse } from "#domain/contract/overview.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Card, CardHeading } from "../../../ui/card.tsx";

type TodayCardProps = { today: OverviewResponse["today"] };

/** This morning's mails so far. */
export function TodayCard({ today }: TodayCardProps) {
  const { date, due, sent, onTime, failed, missed, unknown, open } = today;
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
    <Card aria-labelledby="todays-mails">
      <CardHeading id="todays-mails" hint={formatLongDate(date)}>
        Today's mails
      </CardHeading>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="grid gap-1">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-bold text-2xl tabular-nums">{value.toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
