import { auditEvent } from "../../audit/audit.queries.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import type { Ctx } from "../../kernel/context.ts";
import { countFailure } from "../../kernel/limits/attempt-limit.ts";

/** Leaves a wrong password or code in the audit and counts it in all, after the answer. What a limit refuses is not looked at and not told. */
export function noteRefusal(ctx: Ctx, action: "admin.password-refused" | "admin.code-refused"): void {
  afterAnswer(ctx, () => auditEvent(ctx, { actor: "admin", action, subject: "admin" }).execute());
  countFailure(ctx, "admin-total", ctx.config.adminAlarmFailures);
}
