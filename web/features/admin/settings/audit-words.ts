import type { AuditAction } from "#domain/rules/audit-actions.ts";

const LONGEST_VALUE = 120;

/** "content.send-again" → "Content: send again". */
export function actionText(action: AuditAction): string {
  const [noun = "", verb = ""] = action.split(".").map((word) => word.replaceAll("-", " "));
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}`;
}

export function actorText(actor: string): string {
  if (actor === "admin") return "Administrator";
  return actor.startsWith("member:") ? "The member" : "The system";
}

/** Which fields, with what they were set to; long ones cut. */
export function detailTexts(details: Record<string, unknown> | null): { name: string; value: string }[] {
  return Object.entries(details ?? {}).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return { name, value: text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text };
  });
}

/** An instant in Central time, to the second. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString("en-US", {
    timeZone: "America/Chicago",
    dateStyle: "medium",
    timeStyle: "medium",
  });
}
