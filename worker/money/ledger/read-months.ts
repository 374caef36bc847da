import type { Cohort, MoneyMonths } from "#domain/contract/money/ledger.ts";
import { centralMonth, monthsOf } from "#domain/rules/money-months.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectDaysOfMonths, selectYearlyCents } from "../../statistics/daily-stats.queries.ts";
import { selectCohort } from "./cohorts.queries.ts";
import { ALWAYS, selectMoneyDays } from "./ledger.queries.ts";

/** Returns each month since the first payment, from what was kept of each day: a row and up to two parts a day, however many members. */
export async function readMonths({ db, now }: Ctx): Promise<MoneyMonths> {
  const [days, parts, [yearly]] = await db.batch([
    selectDaysOfMonths(db),
    selectMoneyDays(db, ALWAYS),
    selectYearlyCents(db),
  ]);
  return { months: monthsOf({ days, parts, running: centralMonth(now), yearlyCents: yearly?.cents ?? 0 }) };
}

/** Returns who of a month's beginners stayed, from about ten rows each. */
export async function readCohort({ db, now }: Ctx, { month }: { month: string }): Promise<Cohort> {
  const [row] = await selectCohort(db, month, now);
  return JSON.parse(row?.cohort ?? '{"began":0,"stayed":[]}');
}
