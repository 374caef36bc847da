import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { log } from "../kernel/log.ts";
import type { Decision } from "./decide-attempt.ts";
import { setPause } from "./pauses.queries.ts";

/** The provider's message may contain an email address, which logs and alarms must not. */
export function withoutAddresses(text: string): string {
  return text
    .split(" ")
    .map((word) => (word.includes("@") ? "…" : word))
    .join(" ");
}

/** Put these statements in the batch that records the attempt. */
export function pauseSending(ctx: Ctx, { at, cause, reason }: Extract<Decision, { kind: "pause" }>) {
  log("error", "sending_paused", { until: new Date(at).toISOString(), cause, reason: withoutAddresses(reason) });
  return [
    // Shown to administrators, so not as a code.
    setPause(ctx.db, at, cause === "rate_limit" ? "The email provider asked us to slow down." : reason),
    auditEvent(ctx, { actor: "system", action: "sending.pause", subject: cause, details: { until: at } }),
  ] as const;
}
