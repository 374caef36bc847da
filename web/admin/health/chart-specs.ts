import type { CountedDay } from "#domain/contract/health.ts";
import { formatPrice } from "#domain/rules/plans.ts";

type Tone = "bolt" | "ember" | "good" | "info" | "bad" | "muted";
type Series = {
  field: Exclude<keyof CountedDay, "date">;
  label: string;
  tone: Tone;
  swatch: string;
  /** Lines are told apart by more than their colour. */ dash?: number[];
};
export type ChartSpec = {
  id: string;
  title: string;
  hint: string;
  series: Series[] /** Its figures are cents. */;
  isMoney?: true;
};

const LINE: Record<Tone, Pick<Series, "tone" | "swatch">> = {
  bolt: { tone: "bolt", swatch: "border-bolt" },
  ember: { tone: "ember", swatch: "border-ember" },
  good: { tone: "good", swatch: "border-good" },
  info: { tone: "info", swatch: "border-info" },
  bad: { tone: "bad", swatch: "border-bad" },
  muted: { tone: "muted", swatch: "border-muted" },
};
const DASHED = { dash: [6, 4] };
const DOTTED = { dash: [2, 4] };

export const CHARTS: ChartSpec[] = [
  {
    id: "members",
    title: "Members by type",
    hint: "With access at the day's end.",
    series: [
      { field: "monthly", label: "Monthly", ...LINE.bolt },
      { field: "annual", label: "Annual", ...LINE.ember },
      { field: "trial", label: "Trial", ...LINE.info, ...DASHED },
      { field: "gift", label: "Gift", ...LINE.good, ...DASHED },
      { field: "quarterly", label: "Quarterly", ...LINE.muted, ...DOTTED },
    ],
  },
  {
    id: "trials",
    title: "Trials",
    hint: "Begun and ended on each day.",
    series: [
      { field: "trialsBegun", label: "Begun", ...LINE.good },
      { field: "trialsEnded", label: "Ended", ...LINE.bad, ...DASHED },
    ],
  },
  {
    id: "mails",
    title: "Mails",
    hint: "Wake-up mails of each morning, and all others.",
    series: [
      { field: "wakeUpsDue", label: "Due", ...LINE.muted, ...DASHED },
      { field: "wakeUpsSent", label: "Sent", ...LINE.bolt },
      { field: "wakeUpsOnTime", label: "On time", ...LINE.good, ...DOTTED },
      { field: "otherMails", label: "Other mails", ...LINE.info },
    ],
  },
  {
    id: "completions",
    title: "Sessions completed",
    hint: "By the members' own day.",
    series: [{ field: "completions", label: "Completed", ...LINE.bolt }],
  },
  {
    id: "revenue",
    title: "Revenue",
    hint: "Subscriptions and gifts of each day, in dollars.",
    isMoney: true,
    series: [
      { field: "revenueCents", label: "Came in", ...LINE.good },
      { field: "refundedCents", label: "Went back", ...LINE.bad, ...DASHED },
    ],
  },
  {
    id: "subscriptions",
    title: "Subscriptions",
    hint: "Begun and ended on each day.",
    series: [
      { field: "subscriptionsBegun", label: "Begun", ...LINE.good },
      { field: "subscriptionsEnded", label: "Ended", ...LINE.bad, ...DASHED },
    ],
  },
  {
    id: "failed-payments",
    title: "Failed payments",
    hint: "Open at the day's end, and made good during it.",
    series: [
      { field: "failedPayments", label: "Open", ...LINE.bad },
      { field: "recoveredPayments", label: "Recovered", ...LINE.good, ...DASHED },
    ],
  },
];

/** "1,400" or "$9.99"; a dash for days that were counted before there was such a figure. */
export function figureText({ isMoney }: ChartSpec, value: number | null): string {
  if (value === null) return "–";
  return isMoney ? formatPrice(value) : value.toLocaleString("en-US");
}

/** "Monthly 12, Annual 3": the newest day in words. */
export function lastFigures(spec: ChartSpec, days: CountedDay[]): string {
  const last = days.at(-1);
  return last ? spec.series.map(({ field, label }) => `${label} ${figureText(spec, last[field])}`).join(", ") : "";
}
