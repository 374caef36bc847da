import { clsx } from "clsx";
import { useCallback, useId, useMemo, useState } from "react";
import uPlot from "uplot";
import type { MoneyMonth } from "#domain/contract/money/ledger.ts";
import { formatNumber } from "#domain/formats.ts";
import { formatMonthOf } from "#domain/rules/calendar-days.ts";
import { netOf } from "#domain/rules/money-months.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import { Card } from "../../ui/card.tsx";
import { NOT_KNOWN } from "./ledger-words.ts";
import "uplot/dist/uPlot.min.css";

const MONTHS_SHOWN = 24;
const HEIGHT_PX = 160;

/** A line's color: the key is the chart's CSS variable, the value the legend's class. */
const SWATCHES = {
  bolt: "border-bolt",
  ember: "border-ember",
  good: "border-good",
  info: "border-info",
  muted: "border-muted",
};
/** Lines differ by more than their color. */
const DASHED = [6, 4];
const DOTTED = [2, 4];

type Series = {
  label: string;
  tone: keyof typeof SWATCHES;
  dash?: number[];
  /** Null if it isn't known. */
  of: (month: MoneyMonth) => number | null;
};
type ChartSpec = { title: string; hint: string; series: Series[]; text: (figure: number) => string };

const CHARTS: ChartSpec[] = [
  {
    title: "Net by month",
    hint: "Gross less refunds and known fees, in dollars.",
    series: [{ label: "Net", tone: "good", of: (month) => netOf(month) / 100 }],
    text: (dollars) => formatPrice(Math.round(dollars * 100)),
  },
  {
    title: "Members by plan",
    hint: "With access at the end of the month.",
    series: [
      { label: PLAN_NAMES.monthly, tone: "bolt", of: ({ byType }) => byType?.monthly ?? null },
      { label: PLAN_NAMES.annual, tone: "ember", of: ({ byType }) => byType?.annual ?? null },
      { label: "Trial", tone: "info", dash: DASHED, of: ({ byType }) => byType?.trial ?? null },
      { label: "Gift", tone: "good", dash: DASHED, of: ({ byType }) => byType?.gift ?? null },
      { label: PLAN_NAMES.quarterly, tone: "muted", dash: DOTTED, of: ({ byType }) => byType?.quarterly ?? null },
    ],
    text: formatNumber,
  },
];

const figureText = ({ text }: ChartSpec, figure: number | null) => (figure === null ? NOT_KNOWN : text(figure));

/** The last two years, without the lines of what no month has. `months` is newest first. */
export function MonthCharts({ months }: { months: MoneyMonth[] }) {
  const shown = useMemo(() => months.slice(0, MONTHS_SHOWN).toReversed(), [months]);
  const specs = useMemo(() => {
    return CHARTS.map((spec) => ({ ...spec, series: spec.series.filter(({ of }) => shown.some(of)) }));
  }, [shown]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      {specs.map((spec) => (
        <MonthChart key={spec.title} spec={spec} months={shown} />
      ))}
    </div>
  );
}

function styleOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
const color = (name: string) => styleOf(`--color-${name}`);
/** "Nov 2026" */
const shortMonth = (month: string) => formatMonthOf(month).replace(/^(\w{3})\w*/, "$1");

type Draw = { spec: ChartSpec; months: MoneyMonth[]; onMonth: (index: number | null) => void };

function draw(place: HTMLElement, { spec: { series }, months, onMonth }: Draw): uPlot {
  const axis = {
    stroke: color("muted"),
    grid: { stroke: color("line"), width: 1 },
    ticks: { stroke: color("line") },
    font: `12px ${styleOf("font-family")}`,
  };
  const monthText = (index: number) => shortMonth(months[index]?.month ?? "");
  return new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, drag: { x: false }, points: { show: false } },
      hooks: { setCursor: [({ cursor }) => onMonth(cursor.idx ?? null)] },
      scales: { x: { time: false }, y: { range: (_, min, max) => [Math.min(0, min), Math.max(1, max)] } },
      axes: [
        { ...axis, size: 32, space: 72, incrs: [1, 2, 3, 6, 12], values: (_, ticks) => ticks.map(monthText) },
        {
          ...axis,
          size: 64,
          incrs: [1, 10, 100, 1000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power]),
        },
      ],
      series: [{}, ...series.map(({ tone, dash }) => ({ stroke: color(tone), width: 2, ...(dash ? { dash } : {}) }))],
    },
    [months.map((_, index) => index), ...series.map(({ of }) => months.map(of))],
    place,
  );
}

function MonthChart({ spec, months }: { spec: ChartSpec; months: MoneyMonth[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (place === null) return;
      const chart = draw(place, { spec, months, onMonth: setPointed });
      const observer = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
      observer.observe(place);
      return () => {
        observer.disconnect();
        chart.destroy();
      };
    },
    [spec, months],
  );
  const last = months.at(-1);
  const latest = last ? spec.series.map(({ label, of }) => `${label} ${figureText(spec, of(last))}`).join(", ") : "";
  return (
    <Card id={useId()} title={spec.title} hint={spec.hint} className="min-w-0">
      <Legend spec={spec} month={months[pointed ?? -1] ?? last} />
      <div ref={watch} role="img" aria-label={`${spec.title}. Latest: ${latest}.`} />
    </Card>
  );
}

/** The lines, with their figures in the pointed month, else the latest. */
function Legend({ spec, month }: { spec: ChartSpec; month: MoneyMonth | undefined }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {month && <li className="text-muted">{formatMonthOf(month.month)}</li>}
      {spec.series.map(({ label, tone, dash, of }) => (
        <li key={label} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx("w-6 border-t-2", SWATCHES[tone], dash && "border-dashed")} />
          {label}
          {month && <b className="tabular-nums">{figureText(spec, of(month))}</b>}
        </li>
      ))}
    </ul>
  );
}
