import type { MarkAnsweredRequest } from "#domain/contract/mail-responses.ts";
import type { DoneResponse } from "#domain/contract/members.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound } from "../../kernel/errors.ts";
import { selectInbound, setAnswered } from "./inbound.queries.ts";

/** Notes that a mail has been answered, which happens in the operator's mailbox, or takes that back. @throws AppError `not_found` */
export async function markAnswered(
  ctx: Ctx,
  { id, isAnswered }: MarkAnsweredRequest & { id: string },
): Promise<DoneResponse> {
  const [, , [row]] = await ctx.db.batch([
    setAnswered(ctx.db, id, isAnswered ? ctx.now : null),
    auditChange(ctx, { actor: "admin", action: isAnswered ? "inbound.answered" : "inbound.reopened", subject: id }),
    selectInbound(ctx.db, id),
  ]);
  if (!row) throw notFound("Mail");
  return { message: isAnswered ? "Marked as answered." : "Waits for an answer again." };
}
