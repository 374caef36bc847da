import type { CountedDay } from "#domain/contract/health.ts";
import { formatNumber } from "#domain/formats.ts";
import { formatPrice } from "#domain/rules/plans.ts";

/** A line's color: the key is the chart's CSS variable, the value the legend's class. */
export const SWATCHES = {
  bolt: "border-bolt",
  ember: "border-ember",
  good: "border-good",
  info: "border-info",
  bad: "border-bad",
  muted: "border-muted",
};
/** Lines differ by more than their color. */
const DASHED = [6, 4];
const DOTTED = [2, 4];

type Series = { field: Exclude<keyof CountedDay, "date">; label: string; tone: keyof typeof SWATCHES; dash?: number[] };
export type ChartSpec = { title: string; hint: string; series: Series[]; isMoney?: true };

export const CHARTS: ChartSpec[] = [
  {
    title: "Members by type",
    hint: "Active at end of day.",
    series: [
      { field: "monthly", label: "Monthly", tone: "bolt" },
      { field: "annual", label: "Annual", tone: "ember" },
      { field: "trial", label: "Trial", tone: "info", dash: DASHED },
      { field: "gift", label: "Gift", tone: "good", dash: DASHED },
      { field: "quarterly", label: "Quarterly", tone: "muted", dash: DOTTED },
    ],
  },
  {
    title: "Trials",
    hint: "Started and ended each day.",
    series: [
      { field: "trialsBegun", label: "Started", tone: "good" },
      { field: "trialsEnded", label: "Ended", tone: "bad", dash: DASHED },
    ],
  },
  {
    title: "Emails",
    hint: "Wake-up emails by morning, and all other emails.",
    series: [
      { field: "wakeUpsDue", label: "Due", tone: "muted", dash: DASHED },
      { field: "wakeUpsSent", label: "Sent", tone: "bolt" },
      { field: "wakeUpsOnTime", label: "On time", tone: "good", dash: DOTTED },
      { field: "otherMails", label: "Other emails", tone: "info" },
    ],
  },
  {
    title: "Sessions completed",
    hint: "By each member's local date.",
    series: [{ field: "completions", label: "Completed", tone: "bolt" }],
  },
  {
    title: "Daily revenue",
    hint: "Subscriptions and gifts, in dollars.",
    isMoney: true,
    series: [
      { field: "revenueCents", label: "Payments", tone: "good" },
      { field: "refundedCents", label: "Refunds", tone: "bad", dash: DASHED },
    ],
  },
  {
    title: "Subscriptions",
    hint: "Started and ended each day.",
    series: [
      { field: "subscriptionsBegun", label: "Started", tone: "good" },
      { field: "subscriptionsEnded", label: "Ended", tone: "bad", dash: DASHED },
    ],
  },
  {
    title: "Failed payments",
    hint: "Past due and recovered.",
    series: [
      { field: "failedPayments", label: "Past due", tone: "bad" },
      { field: "recoveredPayments", label: "Recovered", tone: "good", dash: DASHED },
    ],
  },
];

/** Whether any day has something to show. */
export function hasFigures({ series }: ChartSpec, days: CountedDay[]): boolean {
  return days.some((day) => series.some(({ field }) => (day[field] ?? 0) > 0));
}

/** "1,400" or "$9.99"; a dash for days from before the figure was recorded. */
export function figureText({ isMoney }: ChartSpec, value: number | null): string {
  if (value === null) return "–";
  return isMoney ? formatPrice(value) : formatNumber(value);
}

/** "Monthly 12, Annual 3": the newest day's figures. */
export function lastFigures(spec: ChartSpec, days: CountedDay[]): string {
  const last = days.at(-1);
  return last ? spec.series.map(({ field, label }) => `${label} ${figureText(spec, last[field])}`).join(", ") : "";
}
