import type { Finding } from "#domain/contract/health.ts";
import { utcText } from "#domain/rules/incidents.ts";
import type { Ctx } from "../../kernel/context.ts";
import { CHECKS } from "../checks/checks.ts";
import { readFacts } from "../checks/read-facts.ts";
import { failing, ok, warning } from "./finding.ts";

const NAME = "Alarms";

/** All checks as they are right now, since when those fail that are incidents, and whether there is a way to tell. */
export async function examineChecks(ctx: Ctx): Promise<Finding[]> {
  const [{ facts, unsettled }, quotas] = await Promise.all([readFacts(ctx), ctx.mailer.readQuotas()]);
  const findings = CHECKS.map(({ name, tells, words, judge }): Finding => {
    const { state, says, mayGoOn } = judge({ ...facts, quotas });
    const incident = unsettled.find(({ kind, endedAt }) => kind === tells && endedAt === null);
    // What can't be told now goes on for as long as its incident does.
    if (incident && (state === "failing" || state === "not_told" || mayGoOn)) {
      const detail = state === "failing" ? says : incident.detail;
      return failing(name, `Since ${utcText(incident.begunAt)}. ${detail}`, words.mend);
    }
    return { name, state, says, mend: state === "ok" ? null : words.mend };
  });
  return [...findings, wayFinding(ctx.config)];
}

function wayFinding({ alarmWebhookUrl, operatorEmail }: Ctx["config"]): Finding {
  const mend = "Set ALARM_WEBHOOK_URL and OPERATOR_EMAIL: docs/operations.md, Alarms.";
  if (alarmWebhookUrl === null && operatorEmail === null)
    return warning(NAME, "Nobody is told of them: they stand in the log and here.", mend);
  if (alarmWebhookUrl === null) return warning(NAME, "They go by mail alone, which cannot tell when mail fails.", mend);
  if (operatorEmail === null) return ok(NAME, "They go to the webhook.");
  return ok(NAME, "They go by mail, and to the webhook when mail may be the trouble.");
}
