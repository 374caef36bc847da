import type { InboundList, InboundMail, InboundQuery } from "#domain/contract/mail-responses.ts";
import { answerDueAt } from "#domain/rules/inbound-mail.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound } from "../../kernel/errors.ts";
import { fromCursor, toPage } from "../../kernel/place.ts";
import { type InboundRow, selectInbound, selectOfStrangers, selectOpenRefunds } from "./inbound.queries.ts";

const PAGE = 20;

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

export function toInboundMail(row: InboundRow): InboundMail {
  const { id, memberId, fromAddress, fromName, subject, preview, asksRefund, acknowledgement, receivedAt } = row;
  return {
    ...{ id, memberId, fromAddress, fromName, subject, preview, asksRefund, acknowledgement },
    receivedAt: new Date(receivedAt).toISOString(),
    answerBy: asksRefund ? isoOrNull(answerDueAt(receivedAt)) : null,
    answeredAt: isoOrNull(row.answeredAt),
    forwardedAt: isoOrNull(row.forwardedAt),
    hasFile: row.rawKey !== null,
  };
}

/** A page of the mails that somebody has to see to, or that belong to no member. */
export async function listInbound(ctx: Ctx, { list, cursor }: InboundQuery): Promise<InboundList> {
  const select = list === "refunds" ? selectOpenRefunds : selectOfStrangers;
  const rows = await select(ctx.db, fromCursor(cursor), PAGE + 1);
  const { shown, next } = toPage(rows, PAGE, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  return { mails: shown.map(toInboundMail), next };
}

/** The whole mail as it came. @throws AppError `not_found` */
export async function readInboundFile(ctx: Ctx, { id }: { id: string }): Promise<ReadableStream> {
  const [row] = await selectInbound(ctx.db, id);
  const file = row?.rawKey ? await ctx.bucket.get(row.rawKey) : null;
  if (!file) throw notFound("Mail");
  return file.body;
}
