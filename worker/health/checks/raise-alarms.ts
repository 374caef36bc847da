import { type Troubles, tellOfTroubles } from "../../incidents/tell-of-troubles.ts";
import type { Ctx } from "../../kernel/context.ts";
import { CHECKS, type Facts } from "./checks.ts";
import { readFacts } from "./read-facts.ts";

/** Only checks in the first minutes of an hour ask the provider for its quotas. */
const QUOTAS_ASKED_BEFORE_MINUTE = 5;

/** Alerts the operator when an incident starts and when it ends. Safe to run in parallel; while all is well it's one database call. */
export async function raiseAlarms(ctx: Ctx): Promise<void> {
  const { facts, unsettled } = await readFacts(ctx);
  const asksQuotas = new Date(ctx.now).getUTCMinutes() < QUOTAS_ASKED_BEFORE_MINUTE;
  const quotas = asksQuotas ? await ctx.mailer.readQuotas() : null;
  await tellOfTroubles(ctx, unsettled, troublesOf({ ...facts, quotas }));
}

/** Returns what fails and what has ended. Checks without a clear answer are left out. */
export function troublesOf(facts: Facts): Troubles {
  const troubles: Troubles = new Map();
  for (const { tells, judge } of CHECKS) {
    const { state, says, mayGoOn = false } = judge(facts);
    if (tells === null || state === "not_told" || mayGoOn) continue;
    troubles.set(tells, state === "failing" ? says : null);
  }
  return troubles;
}
