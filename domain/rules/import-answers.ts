import { GRANT_PLANS } from "./access.ts";
import type { DateOrder } from "./written-dates.ts";

/** What a value of the plan's column gives; "none" gives no access. */
export const PLAN_CHOICES = [...GRANT_PLANS, "none"] as const;
export type PlanChoice = (typeof PLAN_CHOICES)[number];

/** What a status column may be about. */
export const STATUS_TOPICS = ["emails", "membership", "nothing"] as const;
export type StatusTopic = (typeof STATUS_TOPICS)[number];

/** Without an end date: no access, or this many days from the import; or through a day that the administrator names. */
export const NO_END_DAYS = 30;
export const NO_END_CHOICES = ["none", "days"] as const;

/** A plan's name in the file, how many people have it, and how many of them have an end ahead, or no end at all. */
export type PlanValue = { value: string; count: number; ending: number; endless: number };

/** What a check found that the administrator has to say. */
export type ImportAsks = {
  /** A date that can be read both ways. */
  dateExample: string | null;
  /** The column of a status that may be about emails or the membership. */
  openStatus: number | null;
  /** A column that looks like an end and isn't used, while no one has access by the file. */
  openEnd: number | null;
  plans: PlanValue[];
  /** How many people have a plan, or are active or complimentary, without an end date. */
  endless: number;
};

export type ImportAnswers = {
  dateOrder: DateOrder | null;
  statusTopic: StatusTopic | null;
  plans: { value: string; plan: PlanChoice }[];
  /** One of `NO_END_CHOICES`, or a day. */
  noEnd: string | null;
  /** The column that looked like an end and isn't one. */
  notEnd: number | null;
};

const PLAN_WORDS: [PlanChoice, RegExp][] = [
  ["annual", /annual|year|\byr\b|\b12 ?mo/i],
  ["quarterly", /quarter|\b3 ?mo/i],
  ["monthly", /month|\bmo\b/i],
  ["none", /\bfree\b|^(?:none|no|n\/a|-)$/i],
];

/** The plan that its name in the file tells, or null. An empty one is shown as Monthly, which can be changed. */
export function planIn(text: string): PlanChoice | null {
  if (text === "") return "monthly";
  return PLAN_WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}

/** Whether a plan's name needs a choice: someone would get access by it, and it tells nothing. */
export function isOpenPlan({ value, ending, endless }: PlanValue, { plans, noEnd }: ImportAnswers): boolean {
  const isUsed = ending > 0 || (endless > 0 && noEnd !== "none");
  return isUsed && !plans.some((one) => one.value === value) && planIn(value) === null;
}

/** Whether a question is open; without its answer, an import doesn't start. */
export function isAsking(asks: ImportAsks, answers: ImportAnswers): boolean {
  return (
    (asks.dateExample !== null && answers.dateOrder === null) ||
    (asks.openStatus !== null && answers.statusTopic === null) ||
    (asks.openEnd !== null && answers.notEnd !== asks.openEnd) ||
    (asks.endless > 0 && answers.noEnd === null) ||
    asks.plans.some((plan) => isOpenPlan(plan, answers))
  );
}
