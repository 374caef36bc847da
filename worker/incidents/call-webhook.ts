import { BRAND } from "#domain/brand.ts";
import { utcText } from "#domain/rules/incidents.ts";
import type { Ctx } from "../kernel/context.ts";
import { errorFields, log } from "../kernel/log.ts";

const TIMEOUT_MS = 10_000;

/** An incident or a dispute. A dispute has no end to report. */
type Alarm = {
  kind: string;
  title: string;
  detail: string;
  mend: string;
  begunAt: number;
  endedAt: number | null;
};

function textOf({ title, detail, mend, begunAt, endedAt }: Alarm): string {
  if (endedAt === null) return `${BRAND.name} alarm: ${title}. ${detail} ${mend}`;
  return `${BRAND.name}, all well again: ${title}. It lasted from ${utcText(begunAt)} to ${utcText(endedAt)}.`;
}

/**
 * Posts to `ALARM_WEBHOOK_URL`. Slack-like services read `text`, Discord reads `content`, and custom programs read the rest.
 * @returns whether the receiver accepted it; failures are logged without the URL, which is a secret
 */
export async function callWebhook({ config }: Ctx, alarm: Alarm): Promise<boolean> {
  const { kind, detail, begunAt, endedAt } = alarm;
  const text = textOf(alarm);
  const body = {
    text,
    content: text,
    incident: {
      kind,
      state: endedAt === null ? "begun" : "over",
      detail,
      begunAt: new Date(begunAt).toISOString(),
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
      installation: config.appUrl,
    },
  };
  try {
    const response = await fetch(config.alarmWebhookUrl ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Only the operator decides where the alarm goes.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return true;
    log("error", "alarm_webhook_failed", { kind, status: response.status });
  } catch (error) {
    const { name } = errorFields(error);
    log("error", "alarm_webhook_failed", { kind, name });
  }
  return false;
}
