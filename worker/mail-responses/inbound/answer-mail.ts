import * as z from "zod";
import type { AnswerRequest, InboundLetter } from "#domain/contract/mail-responses.ts";
import type { DoneResponse, WithId } from "#domain/contract/members.ts";
import { formatDate } from "#domain/formats.ts";
import { answerSubject } from "#domain/rules/inbound-mail.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/parse-json.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import {
  hasAnswers,
  type InboundRow,
  prefixOfAnswers,
  selectAnswers,
  selectInbound,
  setAnswered,
} from "./inbound.queries.ts";
import { nameOf } from "./list-inbound.ts";
import { HEAD_BYTES } from "./mime.ts";
import { type ReadMail, readMail } from "./read-mail.ts";
import { LARGEST_WHOLE } from "./take-mail.ts";

const LONGEST_QUOTE = 4000;

/** Reads the stored file again. Without one, there's only what the row shows. */
async function readStored(ctx: Ctx, row: InboundRow): Promise<Pick<ReadMail, "text" | "messageId" | "references">> {
  const range = row.sizeBytes > LARGEST_WHOLE ? { range: { offset: 0, length: HEAD_BYTES } } : {};
  const file = row.rawKey === null ? null : await ctx.bucket.get(row.rawKey, range);
  if (!file) return { text: row.preview, messageId: null, references: "" };
  return readMail({ bytes: new Uint8Array(await file.arrayBuffer()), envelopeFrom: row.fromAddress });
}

function quoteOf({ fromName, fromAddress, receivedAt }: InboundRow, text: string): string {
  const lines = text.slice(0, LONGEST_QUOTE).split("\n");
  return [`On ${formatDate(receivedAt)}, ${fromName || fromAddress} wrote:`, ...lines.map((line) => `> ${line}`)].join(
    "\n",
  );
}

const answered = z.object({ body: z.string() });
const bodyOf = (parameters: string) => answered.parse(parseJson(parameters)).body;

/** @throws AppError `not_found` */
export async function readLetter(ctx: Ctx, { id }: { id: string }): Promise<InboundLetter> {
  const [row] = await selectInbound(ctx.db, id);
  if (!row) throw notFound("Email");
  const [{ text }, answers] = await Promise.all([readStored(ctx, row), selectAnswers(ctx.db, row)]);
  return {
    text,
    answers: answers.map(({ id: answer, state, lastError, parameters, createdAt }) => ({
      id: answer,
      body: bodyOf(parameters),
      state,
      lastError,
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

const ANSWERED = "answered this email meanwhile. Read that answer above, then send yours if it's still needed.";

/**
 * Answers an email, once per request ID, and marks it as answered.
 * @throws AppError `not_found`, `conflict` also for an email with an answer that its administrator hasn't seen
 */
export async function answerMail(ctx: Ctx, input: WithId<AnswerRequest>): Promise<DoneResponse> {
  const { id, requestId, body, seen } = input;
  const [row] = await selectInbound(ctx.db, id);
  if (!row) throw notFound("Email");
  if (row.fromAddress === "") throw conflict("This email names no address to answer.");
  const { text, messageId, references } = await readStored(ctx, row);
  const title = answerSubject(row.subject);
  const mail = {
    kind: "inbound-answer",
    id: prefixOfAnswers(row) + requestId,
    memberId: row.memberId,
    to: row.fromAddress,
    parameters: { inboundId: id, title, body, quote: quoteOf(row, text), messageId, references },
  } as const;
  const [, , , answers, [now = row]] = await ctx.db.batch([
    queueMailsOnce(ctx, [mail], hasAnswers(row, seen)),
    auditChange(ctx, { actor: "admin", action: "inbound.answer", subject: id }),
    setAnswered(ctx.db, id, { at: ctx.now, by: nameOf(ctx), isAfterChange: true }),
    selectAnswers(ctx.db, row),
    selectInbound(ctx.db, id),
  ]);
  const stored = answers.find((one) => one.id === mail.id);
  if (!stored) throw conflict(`${now.answeredBy ?? "Someone"} ${ANSWERED}`);
  if (bodyOf(stored.parameters) !== body) throw conflict("This answer was already sent with different text.");
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  return { message: "Your answer is on its way." };
}
