import { useQuery } from "@tanstack/react-query";
import { StatePanel } from "../../ui/state-panel.tsx";
import { CHARTS } from "./chart-specs.ts";
import { DayChart } from "./day-chart.tsx";
import { overviewQuery } from "./overview.query.ts";

export function DayCharts() {
  const { data } = useQuery(overviewQuery);
  if (!data) return null;
  if (data.days.length === 0) {
    return (
      <StatePanel
        kind="empty"
        title="No day is counted yet"
        detail="The first one is counted after midnight, Central time. From then on its figures stand here as charts."
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      {CHARTS.map((spec) => (
        <DayChart key={spec.title} spec={spec} days={data.days} />
      ))}
    </div>
  );
}
