import { useQuery } from "@tanstack/react-query";
import { errorDetail } from "../../lib/api-error.ts";
import { LazySection } from "../../ui/lazy-section.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MoneyCard } from "./money-card.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { overviewQuery } from "./overview.query.ts";
import { TodayCard } from "./today-card.tsx";

const loadCharts = async () => (await import("./day-charts.tsx")).DayCharts;

/** What needs a hand, and this morning's mails. */
export function DayPicture() {
  const overview = useQuery(overviewQuery);
  if (overview.data) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <NeedsCard needs={overview.data.needs} money={overview.data.money} today={overview.data.today.date} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <TodayCard today={overview.data.today} elsewhere={overview.data.elsewhere} />
          <MoneyCard money={overview.data.money} days={overview.data.days} />
        </div>
      </div>
    );
  }
  if (overview.isPending) return <StatePanel kind="loading" title="Looking at today..." />;
  const detail = errorDetail(overview.error);
  return <StatePanel kind="error" title="Failed to fetch the overview" detail={detail} retry={overview} />;
}

/** The charts below, whose code comes when they are near the screen. */
export function Charts() {
  return <LazySection load={loadCharts} className="min-h-80" />;
}
