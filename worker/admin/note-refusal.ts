import { afterAnswer } from "../after-answer.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import { countFailure } from "../auth/attempt-limit.ts";
import type { Ctx } from "../context.ts";

/** Leaves a wrong password or code in the audit and counts it in all, after the answer. What a limit refuses is not looked at and not told. */
export function noteRefusal(ctx: Ctx, action: "admin.password-refused" | "admin.code-refused"): void {
  afterAnswer(ctx, () => auditEvent(ctx, { actor: "admin", action, subject: "admin" }).execute());
  countFailure(ctx, "admin-total", ctx.config.adminAlarmFailures);
}
