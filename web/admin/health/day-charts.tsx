import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useCallback, useId, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { CountedDay } from "#domain/contract/health.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { Button } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { humanDate } from "../content/content-words.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { CHARTS, type ChartSpec, figureText, lastFigures, SWATCHES } from "./chart-specs.ts";
import { overviewQuery } from "./overview.query.ts";

export function DayCharts() {
  const { data } = useQuery(overviewQuery);
  if (!data) return null;
  if (data.days.length === 0) {
    return <StatePanel kind="empty" title="No data yet" detail="Charts start after midnight Central time." />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      {CHARTS.map((spec) => (
        <DayChart key={spec.title} spec={spec} days={data.days} />
      ))}
    </div>
  );
}

const HEIGHT_PX = 220;
/** Days are plotted at UTC midnight, which the axis labels use too. */
const ZONE = "UTC";

function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();
}

function draw(place: HTMLElement, { series, isMoney }: ChartSpec, days: CountedDay[]): uPlot {
  const dollarsOf = (figure: number | null) => (isMoney && figure !== null ? figure / 100 : figure);
  const axis = { stroke: color("muted"), grid: { stroke: color("line"), width: 1 }, ticks: { stroke: color("line") } };
  return new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
      scales: { y: { range: (_, min, max) => [Math.min(0, min), Math.max(1, max)] } },
      axes: [
        axis,
        { ...axis, size: 56, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000] },
      ],
      series: [{}, ...series.map(({ tone, dash }) => ({ stroke: color(tone), width: 2, ...(dash ? { dash } : {}) }))],
    },
    [
      days.map(({ date }) => instantAt(date, 0, ZONE) / 1000),
      ...series.map(({ field }) => days.map((day) => dollarsOf(day[field]))),
    ],
    place,
  );
}

export function DayChart({ spec, days }: { spec: ChartSpec; days: CountedDay[] }) {
  const [showsTable, setShowsTable] = useState(false);
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (place === null) return;
      const chart = draw(place, spec, days);
      const observer = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
      observer.observe(place);
      return () => {
        observer.disconnect();
        chart.destroy();
      };
    },
    [spec, days],
  );
  const id = useId();
  const offer = showsTable ? "Show as chart" : "Show as table";
  return (
    <TitledCard
      id={id}
      title={spec.title}
      hint={spec.hint}
      className="min-w-0"
      aside={
        <Button variant="ghost" aria-label={`${offer}: ${spec.title}`} onClick={() => setShowsTable(!showsTable)}>
          {offer}
        </Button>
      }
    >
      {showsTable ? (
        <FigureTable spec={spec} days={days} labelledBy={id} />
      ) : days.length < 2 ? (
        <p className="text-muted">
          {humanDate(days[0]?.date ?? "")}: {lastFigures(spec, days)}. The chart starts after two days.
        </p>
      ) : (
        <>
          <Legend spec={spec} />
          <div ref={watch} role="img" aria-label={`${spec.title}. Latest: ${lastFigures(spec, days)}.`} />
        </>
      )}
    </TitledCard>
  );
}

function Legend({ spec }: { spec: ChartSpec }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {spec.series.map(({ field, label, tone, dash }) => (
        <li key={field} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx("w-6 border-t-2", SWATCHES[tone], dash && "border-dashed")} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function FigureTable({ spec, days, labelledBy }: { spec: ChartSpec; days: CountedDay[]; labelledBy: string }) {
  return (
    <table aria-labelledby={labelledBy} className="w-full border-collapse text-left text-sm tabular-nums">
      <thead>
        <tr>
          {["Day", ...spec.series.map(({ label }) => label)].map((column) => (
            <th key={column} scope="col" className="border-line border-b py-2 pr-2 text-muted">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <th scope="row" className="py-2 pr-2 font-normal">
              {humanDate(day.date)}
            </th>
            {spec.series.map(({ field }) => (
              <td key={field} className="py-2 pr-2">
                {figureText(spec, day[field])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
