import { type Troubles, tellOfTroubles } from "../../incidents/tell-of-troubles.ts";
import type { Ctx } from "../../kernel/context.ts";
import { CHECKS, type Facts } from "./checks.ts";
import { readFacts } from "./read-facts.ts";

/** The provider is asked for its quotas by one look of an hour. */
const QUOTAS_ASKED_BEFORE_MINUTE = 5;

/**
 * Looks for trouble and tells the operator of each incident once as it begins and once as it is over. Safe at any time, any number of
 * times and side by side; while all is well it is one call of the database, and writes nothing.
 */
export async function raiseAlarms(ctx: Ctx): Promise<void> {
  const { facts, unsettled } = await readFacts(ctx);
  const asksQuotas = new Date(ctx.now).getUTCMinutes() < QUOTAS_ASKED_BEFORE_MINUTE;
  const quotas = asksQuotas ? await ctx.mailer.readQuotas() : null;
  await tellOfTroubles(ctx, unsettled, troublesOf({ ...facts, quotas }));
}

/** What fails, and what is over. A look can't tell of the rest. */
export function troublesOf(facts: Facts): Troubles {
  const troubles: Troubles = new Map();
  for (const { tells, judge } of CHECKS) {
    const { state, says, mayGoOn = false } = judge(facts);
    if (tells === null || state === "not_told" || mayGoOn) continue;
    troubles.set(tells, state === "failing" ? says : null);
  }
  return troubles;
}
