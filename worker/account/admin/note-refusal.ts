import { auditEvent } from "../../audit/audit.queries.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import type { Ctx } from "../../kernel/context.ts";
import { countFailure } from "../../kernel/limits/attempt-limit.ts";

/** Audits and counts a wrong password or code after the response. Attempts that a limit refuses aren't checked and so not recorded. */
export function noteRefusal(ctx: Ctx, action: "admin.password-refused" | "admin.code-refused"): void {
  afterAnswer(ctx, () => auditEvent(ctx, { actor: "admin", action, subject: "admin" }).execute());
  countFailure(ctx, "admin-total", ctx.config.adminAlarmFailures);
}
