import * as z from "zod";
import type { InboundList, InboundMail, InboundQuery } from "#domain/contract/inbound.ts";
import { answerDueAt } from "#domain/rules/inbound-mail.ts";
import type { Ctx } from "../context.ts";
import { invalid, notFound } from "../errors.ts";
import { type InboundRow, type Place, selectInbound, selectOfStrangers, selectOpenRefunds } from "./inbound.queries.ts";

const PAGE = 20;

const place = z.tuple([z.coerce.number().pipe(z.int()), z.string()]).transform(([at, id]): Place => ({ at, id }));

/** @throws AppError `validation` for a text that is no cursor of ours */
function fromCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const parsed = place.safeParse(cursor.split("."));
  if (!parsed.success) throw invalid("The list has changed. Please load it anew.");
  return parsed.data;
}

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
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return { mails: shown.map(toInboundMail), next: last ? `${last.receivedAt}.${last.id}` : null };
}

/** The whole mail as it came. @throws AppError `not_found` */
export async function readInboundFile(ctx: Ctx, { id }: { id: string }): Promise<ReadableStream> {
  const [row] = await selectInbound(ctx.db, id);
  const file = row?.rawKey ? await ctx.bucket.get(row.rawKey) : null;
  if (!file) throw notFound("Mail");
  return file.body;
}
