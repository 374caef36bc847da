import { DAY_MS, HOUR_MS } from "../durations.ts";
import { addMonths, monthOf } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";

/** Money of a stretch of time, in cents: payments on the day they were paid, refunds on the day PayPal made them. */
export type MoneySums = {
  grossCents: number;
  refundedCents: number;
  /** As far as PayPal reported them. */
  feeCents: number;
  /** Payments whose fee PayPal hasn't reported. */
  unknownFees: number;
};

export const netOf = ({ grossCents, refundedCents, feeCents }: MoneySums) => grossCents - refundedCents - feeCents;

/** Sums are kept for days that begin at 05:00 UTC; their first hour is a part of its own, because Central midnight is 05:00 or 06:00. */
const DAY_STARTS = 5 * HOUR_MS;

/** The part of a day that an instant is in. The triggers of `money_days` say the same. */
export function partOf(instant: number): number {
  const since = instant - DAY_STARTS;
  return 2 * Math.floor(since / DAY_MS) + (since % DAY_MS >= HOUR_MS ? 1 : 0);
}

const startOfPart = (part: number) => Math.floor(part / 2) * DAY_MS + DAY_STARTS + (part % 2) * HOUR_MS;

/** The Central day of a part. */
export const dayOfPart = (part: number) => dateIn(DEFAULT_ZONE, startOfPart(part));

/** The Central month (`YYYY-MM`) of an instant. */
export const centralMonth = (instant: number) => monthOf(dateIn(DEFAULT_ZONE, instant));

/** A Central month's first instant, and the next one's. */
export function monthBounds(month: string): { from: number; before: number } {
  const startOf = (of: string) => instantAt(`${of}-01`, 0, DEFAULT_ZONE);
  return { from: startOf(month), before: startOf(addMonths(month, 1)) };
}

/** What the page says of its figures. */
export const MONTH_RULES = [
  "Gross, refunds, and fees are what Payments lists for the month's days. Net is gross less refunds and the fees that are known.",
  "MRR is the monthly price of all subscriptions that charge at the month's end; a year counts a twelfth. Gifts, trials, and imports don't count.",
  "New and lost are members whose paid access began or ended in the month. Coming back in the same month counts as neither, nor does a change of plan or the grace period.",
  "Churn is lost divided by the members with paid access when the month began. A dash is a figure that isn't known.",
];

/** After how many months we look who of a month's beginners is still there. */
export const COHORT_MONTHS = [1, 2, 3, 6, 12] as const;
export const COHORT_RULE =
  "Of the members whose first paid subscription began in a month: how many had paid access, by any plan, that many months and a day later.";

const MEMBER_TYPES = ["monthly", "quarterly", "annual", "gift", "trial"] as const;

/** A counted day. Null is what wasn't recorded then. */
export type DayOfMonth = Record<(typeof MEMBER_TYPES)[number] | "trialsBegun", number> & {
  date: string;
  /** Subscriptions that began and ended without another continuing them, and those that began by someone back within the month. */
  subscriptionsBegun: number | null;
  subscriptionsEnded: number | null;
  subscriptionsReturned: number | null;
  trialsPaid: number | null;
  yearlyCents: number | null;
};

type MoneyPart = MoneySums & { part: number; gifts: number };

export function addSums(sums: readonly MoneySums[]): MoneySums {
  const of = (name: keyof MoneySums) => sums.reduce((sum, one) => sum + one[name], 0);
  return {
    grossCents: of("grossCents"),
    refundedCents: of("refundedCents"),
    feeCents: of("feeCents"),
    unknownFees: of("unknownFees"),
  };
}

/** The sum of a figure; null if it wasn't recorded on each of the days. */
function known(days: DayOfMonth[], of: (day: DayOfMonth) => number | null): number | null {
  const figures = days.map(of);
  return days.length === 0 || figures.includes(null) ? null : figures.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

const less = (one: number | null, other: number | null) => (one === null || other === null ? null : one - other);

function membersIn(days: DayOfMonth[], payingBefore: number | null) {
  const lost = known(days, (day) => less(day.subscriptionsEnded, day.subscriptionsReturned));
  const last = days.at(-1);
  return {
    members: last ? MEMBER_TYPES.reduce((sum, type) => sum + last[type], 0) : null,
    byType: last
      ? { monthly: last.monthly, quarterly: last.quarterly, annual: last.annual, gift: last.gift, trial: last.trial }
      : null,
    started: known(days, (day) => less(day.subscriptionsBegun, day.subscriptionsReturned)),
    lost,
    churn: lost === null || !payingBefore || payingBefore < 0 ? null : lost / payingBefore,
    mrrCents: last && last.yearlyCents !== null ? Math.round(last.yearlyCents / 12) : null,
    trialsBegun: known(days, (day) => day.trialsBegun),
    trialsPaid: known(days, (day) => day.trialsPaid),
  };
}

type Recorded = {
  /** Both oldest first. */ days: readonly DayOfMonth[];
  parts: readonly MoneyPart[];
  /** The current month, and what its subscriptions cost in a year by now. */
  running: string;
  yearlyCents: number;
};

/** Months from the first payment to the current one, newest first (`MONTH_RULES`). */
export function monthsOf({ days, parts, running, yearlyCents }: Recorded) {
  const [daysOf, partsOf] = [
    Map.groupBy(days, ({ date }) => monthOf(date)),
    Map.groupBy(parts, ({ part }) => monthOf(dayOfPart(part))),
  ];
  const [first] = partsOf.keys();
  if (first === undefined) return [];
  const paid = (of: readonly DayOfMonth[]) =>
    of.reduce((sum, day) => sum + (day.subscriptionsBegun ?? 0) - (day.subscriptionsEnded ?? 0), 0);
  // No day counts those who paid before the first counted day.
  const isWhole = days[0] !== undefined && days[0].date <= dayOfPart(parts[0]?.part ?? 0);
  let paying = paid(days.filter(({ date }) => monthOf(date) < first));
  const months = [];
  for (let month = first; month <= running; month = addMonths(month, 1)) {
    const own = daysOf.get(month) ?? [];
    const money = partsOf.get(month) ?? [];
    const payingBefore = isWhole ? paying : null;
    const members = membersIn(own, payingBefore);
    const isRunning = month === running;
    const mrrCents = isRunning ? Math.round(yearlyCents / 12) : members.mrrCents;
    const gifts = money.reduce((sum, part) => sum + part.gifts, 0);
    months.push({ month, isRunning, ...addSums(money), gifts, payingBefore, ...members, mrrCents });
    paying += paid(own);
  }
  return months.toReversed();
}
