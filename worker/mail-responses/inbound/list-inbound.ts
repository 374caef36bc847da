import type { InboundList, InboundMail, InboundQuery, MarkAnsweredRequest } from "#domain/contract/mail-responses.ts";
import type { DoneResponse, WithId } from "#domain/contract/members.ts";
import { answerDueAt } from "#domain/rules/inbound-mail.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../../kernel/context.ts";
import { parseCursor, toPage } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import {
  deleteOldAnswers,
  deleteOldInbound,
  type InboundRow,
  selectInbound,
  selectInboundList,
  setAnswered,
} from "./inbound.queries.ts";
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
    answerBy: row.wantsAnswer === false ? null : isoOrNull(answerDueAt(receivedAt, asksRefund)),
    answeredAt: isoOrNull(row.answeredAt),
    answeredBy: row.answeredBy,
    forwardedAt: isoOrNull(row.forwardedAt),
    hasFile: row.rawKey !== null,
  };
}

export async function listInbound(ctx: Ctx, query: InboundQuery): Promise<InboundList> {
  const rows = await selectInboundList(ctx.db, query, parseCursor(query.cursor), PAGE + 1);
  const { shown, next } = toPage(rows, PAGE, ({ receivedAt, asksRefund, id }) => ({
    at: query.list === "open" ? answerDueAt(receivedAt, asksRefund) : receivedAt,
    id,
  }));
  return { mails: shown.map(toInboundMail), next };
}

/** The owner has no name of their own. */
export const nameOf = (ctx: Ctx): string => authorOf(ctx) ?? "Administrator";

/** Streams the whole email as it came. @throws AppError `not_found` */
export async function readInboundFile(ctx: Ctx, { id }: { id: string }): Promise<ReadableStream> {
  const [row] = await selectInbound(ctx.db, id);
  const file = row?.rawKey ? await ctx.bucket.get(row.rawKey) : null;
  if (!file) throw notFound("Email");
  return file.body;
}

/** Marks an email as answered, as after a reply from an administrator's own email program, or undoes that. @throws AppError `not_found` */
export async function markAnswered(ctx: Ctx, { id, isAnswered }: WithId<MarkAnsweredRequest>): Promise<DoneResponse> {
  const [, , [row]] = await ctx.db.batch([
    setAnswered(ctx.db, id, isAnswered ? { at: ctx.now, by: nameOf(ctx) } : { at: null, by: null }),
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
  const day = new Date(before).toISOString().slice(0, 10);
  await ctx.db.batch([deleteOldInbound(ctx.db, { before, limit: SLICE }), deleteOldAnswers(ctx.db, day, SLICE)]);
  const { objects } = await ctx.bucket.list({ prefix: RAW_PREFIX, limit: SLICE });
  const lastDay = `${RAW_PREFIX}${day}`;
  // A file of the last day may still have its row.
  const old = objects.map(({ key }) => key).filter((key) => key < lastDay);
  if (old.length > 0) await ctx.bucket.delete(old);
}
