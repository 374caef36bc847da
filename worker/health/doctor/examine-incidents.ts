import type { Finding } from "#domain/contract/health.ts";
import { INCIDENT_WORDS, utcText } from "#domain/rules/incidents.ts";
import { selectUnsettled } from "../../incidents/incidents.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { failing, ok, warning } from "./finding.ts";

const NAME = "Alarms";

/** What goes on that the operator was told of, and whether there is a way to tell. */
export async function examineIncidents({ db, config }: Ctx): Promise<Finding[]> {
  const open = (await selectUnsettled(db)).filter(({ endedAt }) => endedAt === null);
  const findings = open.map(({ kind, detail, begunAt }) => {
    const { title, mend } = INCIDENT_WORDS[kind];
    return failing(`Alarm: ${title}`, `Since ${utcText(begunAt)}. ${detail}`, mend);
  });
  return [...findings, wayFinding(config)];
}

function wayFinding({ alarmWebhookUrl, operatorEmail }: Ctx["config"]): Finding {
  const mend = "Set ALARM_WEBHOOK_URL and OPERATOR_EMAIL: docs/operations.md, Alarms.";
  if (alarmWebhookUrl === null && operatorEmail === null)
    return warning(NAME, "Nobody is told of them: they stand in the log and here.", mend);
  if (alarmWebhookUrl === null) return warning(NAME, "They go by mail alone, which cannot tell when mail fails.", mend);
  if (operatorEmail === null) return ok(NAME, "They go to the webhook.");
  return ok(NAME, "They go by mail, and to the webhook when mail may be the trouble.");
}
