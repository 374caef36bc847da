import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useCallback, useId, useState } from "react";
import uPlot from "uplot";
import { bind, SmallButton } from "../parts/controls.tsx";
import "uplot/dist/uPlot.min.css";
import type { CountedDay } from "#domain/contract/health.ts";
import { DAY_MS } from "#domain/durations.ts";
import { formatMonthDay } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { humanDate } from "../content/content-words.tsx";
import { useFirstRows } from "../parts/first-rows.tsx";
import { CHARTS, type ChartSpec, figureText, hasFigures, lastFigures, SWATCHES } from "./chart-specs.ts";
import { overviewQuery } from "./overview.query.ts";

/** Days of data a line needs. */
const DAYS_NEEDED = 2;

export function DayCharts() {
  const { data } = useQuery(overviewQuery);
  const isWide = useMedia("(width >= 48rem)");
  const [chosen, setChosen] = useState("");
  const days = data?.days ?? [];
  const known = CHARTS.filter((spec) => hasFigures(spec, days));
  const { first, more } = useFirstRows(known, 3, { step: known.length, label: "Show all charts" });
  if (!data) return null;
  if (days.length < DAYS_NEEDED || known.length === 0)
    return <p className="text-muted">No data yet. Charts appear after two days.</p>;
  const missing = CHARTS.filter((spec) => !known.includes(spec)).map(({ title }) => title);
  const one = known.filter(({ title }) => title === chosen);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {!isWide && (
        <SelectField
          label="Chart"
          options={known.map(({ title }) => ({ value: title, label: title }))}
          {...bind(chosen || String(known[0]?.title), setChosen)}
        />
      )}
      <div className="charts">
        {(isWide ? first : one.length > 0 ? one : known.slice(0, 1)).map((spec) => (
          <DayChart key={spec.title} spec={spec} days={days} />
        ))}
      </div>
      {isWide && more}
      {missing.length > 0 && <p className="text-muted text-sm">{`No data yet: ${missing.join(", ")}.`}</p>}
    </div>
  );
}

/** Seconds between two labeled days. */
const DAY_STEPS = [1, 2, 7, 14, 28].map((days) => (days * DAY_MS) / 1000);
const HEIGHT_PX = 160;
/** Days are plotted at UTC midnight, which the axis labels use too. */
const ZONE = "UTC";

function styleOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
const color = (name: string) => styleOf(`--color-${name}`);

type Draw = { spec: ChartSpec; days: CountedDay[]; onDay: (index: number | null) => void };

function draw(place: HTMLElement, { spec: { series, isMoney }, days, onDay }: Draw): uPlot {
  const dollarsOf = (figure: number | null) => (isMoney && figure !== null ? figure / 100 : figure);
  const axis = {
    stroke: color("muted"),
    grid: { stroke: color("line"), width: 1 },
    ticks: { stroke: color("line") },
    font: `12px ${styleOf("font-family")}`,
  };
  const dayText = (seconds: number) => formatMonthDay(new Date(seconds * 1000).toISOString().slice(0, 10));
  return new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, drag: { x: false }, points: { show: false } },
      hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? null)] },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
      scales: { y: { range: (_, min, max) => [Math.min(0, min), Math.max(1, max)] } },
      axes: [
        { ...axis, size: 32, space: 56, incrs: DAY_STEPS, values: (_, ticks) => ticks.map(dayText) },
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
  const [pointed, setPointed] = useState<number | null>(null);
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (place === null) return;
      const chart = draw(place, { spec, days, onDay: setPointed });
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
    <Card
      id={id}
      title={spec.title}
      hint={spec.hint}
      className="min-w-0"
      aside={
        <SmallButton variant="ghost" aria-label={`${offer}: ${spec.title}`} onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? "Chart" : "Table"}
        </SmallButton>
      }
    >
      {showsTable ? (
        <FigureTable spec={spec} days={days} labelledBy={id} />
      ) : (
        <>
          <Legend spec={spec} day={days[pointed ?? -1] ?? days.at(-1)} />
          <div ref={watch} role="img" aria-label={`${spec.title}. Latest: ${lastFigures(spec, days)}.`} />
        </>
      )}
    </Card>
  );
}

/** The lines, with their figures on the pointed day, else the latest. */
function Legend({ spec, day }: { spec: ChartSpec; day: CountedDay | undefined }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {day && <li className="text-muted">{formatMonthDay(day.date)}</li>}
      {spec.series.map(({ field, label, tone, dash }) => (
        <li key={field} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx("w-6 border-t-2", SWATCHES[tone], dash && "border-dashed")} />
          {label}
          {day && <b className="tabular-nums">{figureText(spec, day[field])}</b>}
        </li>
      ))}
    </ul>
  );
}

/** Scrolls both ways within its card; the day stays beside the figures. */
function FigureTable({ spec, days, labelledBy }: { spec: ChartSpec; days: CountedDay[]; labelledBy: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section aria-label={`${spec.title}, day by day`} tabIndex={0} className="figures">
      <table aria-labelledby={labelledBy} className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr>
            {["Day", ...spec.series.map(({ label }) => label)].map((column) => (
              <th key={column} scope="col" className="text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row" className="font-normal">
                {humanDate(day.date)}
              </th>
              {spec.series.map(({ field }) => (
                <td key={field}>{figureText(spec, day[field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
