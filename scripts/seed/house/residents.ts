import type { PlanId } from "#domain/rules/plans.ts";

/** Someone who lives in the house of `npm start`. Days count back from today. */
export type Resident = {
  email: string;
  firstName: string;
  /** For the list that `npm start` prints. */
  about: string;
  plan: PlanId;
  joined: number;
  /** "ends" was cancelled at PayPal and still has paid days; the latest charge of "past_due" failed. */
  state: "renews" | "ends" | "past_due" | "trial";
  /** Sessions completed on their own day. */
  completed: readonly number[];
  /** Sessions begun and not finished. */
  started: readonly number[];
};

/** Days from the first to the last, without some. */
function days(first: number, last: number, ...without: number[]): number[] {
  return Array.from({ length: first - last + 1 }, (_, index) => first - index).filter((day) => !without.includes(day));
}

/**
 * The demo members. No number of `joined` puts a renewal on today, which would make the house depend on the hour:
 * month-long plans renew after 28 to 31 days.
 */
export const RESIDENTS: readonly Resident[] = [
  {
    email: "member@daybolt.test",
    firstName: "Morgan",
    about: "monthly, with weeks of progress",
    plan: "monthly",
    joined: 40,
    state: "renews",
    completed: days(34, 1, 12, 19, 20, 27),
    started: [12],
  },
  {
    email: "vip@daybolt.test",
    firstName: "Vida",
    about: "annual (VIP, early access)",
    plan: "annual",
    joined: 65,
    state: "renews",
    completed: days(34, 1, 6),
    started: [6],
  },
  {
    email: "trial@daybolt.test",
    firstName: "Terry",
    about: "free trial",
    plan: "monthly",
    joined: 5,
    state: "trial",
    completed: [3, 2, 1],
    started: [4],
  },
  {
    email: "leaving@daybolt.test",
    firstName: "Logan",
    about: "monthly, cancelled, with paid days left",
    plan: "monthly",
    joined: 18,
    state: "ends",
    completed: days(17, 9, 13),
    started: [8],
  },
  {
    email: "pastdue@daybolt.test",
    firstName: "Parker",
    about: "monthly, past due",
    plan: "monthly",
    joined: 33,
    state: "past_due",
    completed: days(32, 4, 10, 11, 21),
    started: [3],
  },
];
