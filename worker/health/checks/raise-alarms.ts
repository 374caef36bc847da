import { type IncidentDetails, reportIncidents } from "../../incidents/report-incidents.ts";
import type { Ctx } from "../../kernel/context.ts";
import { CHECKS, type CheckInput } from "./checks.ts";
import { readCheckInput } from "./read-check-input.ts";

/** Only checks in the first minutes of an hour ask the provider for its quotas. */
const QUOTAS_ASKED_BEFORE_MINUTE = 5;

/** Alerts the operator when an incident starts and when it ends. Safe to run in parallel; while all is well it's one database call. */
export async function raiseAlarms(ctx: Ctx): Promise<void> {
  const { input, unsettled } = await readCheckInput(ctx);
  const asksQuotas = new Date(ctx.now).getUTCMinutes() < QUOTAS_ASKED_BEFORE_MINUTE;
  const quotas = asksQuotas ? await ctx.mailer.readQuotas() : null;
  await reportIncidents(ctx, unsettled, incidentDetailsOf({ ...input, quotas }));
}

/** Returns what fails and what has ended. Checks without a clear answer are left out. */
export function incidentDetailsOf(input: CheckInput): IncidentDetails {
  const details: IncidentDetails = new Map();
  for (const { incidentKind, judge } of CHECKS) {
    const { state, text, keepsIncident = false } = judge(input);
    if (incidentKind === null || state === "unknown" || keepsIncident) continue;
    details.set(incidentKind, state === "failing" ? text : null);
  }
  return details;
}
