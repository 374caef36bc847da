import type { InboundList, InboundMail, InboundQuery, MarkAnsweredRequest } from "#domain/contract/mail-responses.ts";
import type { DoneResponse, WithId } from "#domain/contract/members.ts";
import { answerDueAt } from "#domain/rules/inbound-mail.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { parseCursor, toPage } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { deleteOldInbound, type InboundRow, selectInbound, selectInboundList, setAnswered } from "./inbound.queries.ts";
import { RAW_PREFIX } from "./take-mail.ts";

const PAGE = 10;

export function toInboundMail(row: InboundRow): InboundMail {
  const { id, memberId, fromAddress, fromName, subject, preview, asksRefund, acknowledgement, receivedAt } = row;
  return {
    id,
    memberId,
    fromAddress,
    fromName,
    subject,
    preview,
    asksRefund,
    acknowledgement,
    receivedAt: new Date(receivedAt).toISOString(),
    answerBy: asksRefund ? isoOrNull(answerDueAt(receivedAt)) : null,
    answeredAt: isoOrNull(row.answeredAt),
    forwardedAt: isoOrNull(row.forwardedAt),
    hasFile: row.rawKey !== null,
  };
}

export async function listInbound(ctx: Ctx, query: InboundQuery): Promise<InboundList> {
  const rows = await selectInboundList(ctx.db, query, parseCursor(query.cursor), PAGE + 1);
  const { shown, next } = toPage(rows, PAGE, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  return { mails: shown.map(toInboundMail), next };
}

/** Streams the whole email as it came. @throws AppError `not_found` */
export async function readInboundFile(ctx: Ctx, { id }: { id: string }): Promise<ReadableStream> {
  const [row] = await selectInbound(ctx.db, id);
  const file = row?.rawKey ? await ctx.bucket.get(row.rawKey) : null;
  if (!file) throw notFound("Email");
  return file.body;
}

/** Marks an email as answered, which happens in the operator's mailbox, or undoes that. @throws AppError `not_found` */
export async function markAnswered(ctx: Ctx, { id, isAnswered }: WithId<MarkAnsweredRequest>): Promise<DoneResponse> {
  const [, , [row]] = await ctx.db.batch([
    setAnswered(ctx.db, id, isAnswered ? ctx.now : null),
    auditChange(ctx, { actor: "admin", action: isAnswered ? "inbound.answered" : "inbound.reopened", subject: id }),
    selectInbound(ctx.db, id),
  ]);
  if (!row) throw notFound("Email");
  return { message: isAnswered ? "Marked as answered." : "Reopened." };
}

/** Limit for rows and for files per hourly run; R2 lists and deletes at most a thousand at once. */
const SLICE = 500;

/** Finds files by the day in their names, so one without a row goes too. */
export async function purgeInbound(ctx: Ctx): Promise<void> {
  const before = ctx.now - ctx.config.inboundKeptMs;
  await deleteOldInbound(ctx.db, { before, limit: SLICE });
  const { objects } = await ctx.bucket.list({ prefix: RAW_PREFIX, limit: SLICE });
  const lastDay = `${RAW_PREFIX}${new Date(before).toISOString().slice(0, 10)}`;
  // A file of the last day may still have its row.
  const old = objects.map(({ key }) => key).filter((key) => key < lastDay);
  if (old.length > 0) await ctx.bucket.delete(old);
}
