import { useQuery } from "@tanstack/react-query";
import { CHARTS } from "./chart-specs.ts";
import { DayChart } from "./day-chart.tsx";
import { overviewQuery } from "./overview.query.ts";

/** The counted days as charts; what they show is there already when their code comes. */
export function DayCharts() {
  const { data } = useQuery(overviewQuery);
  if (!data) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      {CHARTS.map((spec) => (
        <DayChart key={spec.id} spec={spec} days={data.days} />
      ))}
    </div>
  );
}
