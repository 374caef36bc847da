import type {
  Broadcast,
  BroadcastList,
  BroadcastPreview,
  BroadcastPreviewRequest,
  BroadcastTestRequest,
  NewBroadcastRequest,
} from "#domain/contract/broadcasts.ts";
import { formatCount } from "#domain/formats.ts";
import { BROADCAST_WAIT_MS, isConfirmed } from "#domain/rules/broadcasts.ts";
import { segmentText } from "#domain/rules/segment.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { waysToOperator } from "../incidents/alert-operator.ts";
import { batchOf } from "../kernel/batch-of.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { leaveToSend, sendTestMail } from "../mail/send-at-once.ts";
import { renderSample } from "../mail/transactional-mail.ts";
import { closePendingMails } from "../mail/transactional-mails.queries.ts";
import {
  type BroadcastRow,
  cancelOpen,
  countRecipients,
  insertBroadcast,
  mailIdsOf,
  selectBroadcast,
  selectBroadcasts,
  subtractClosed,
  toOf,
} from "./broadcasts.queries.ts";

const SHOWN = 50;

function toBroadcast({ id, subject, body, author, state, recipients, written, ...row }: BroadcastRow): Broadcast {
  const [createdAt, beginsAt] = [new Date(row.createdAt).toISOString(), new Date(row.beginsAt).toISOString()];
  return { ...toOf(row), id, subject, body, author, state, recipients, written, createdAt, beginsAt };
}

export async function listBroadcasts({ db }: Ctx): Promise<BroadcastList> {
  return { broadcasts: (await selectBroadcasts(db, SHOWN)).map(toBroadcast) };
}

function render({ config }: Ctx, { subject, body }: Pick<BroadcastPreviewRequest, "subject" | "body">, to: string) {
  return renderSample(config, "service-message", { broadcastId: "", title: subject, body }, to);
}

export async function previewBroadcast(ctx: Ctx, input: BroadcastPreviewRequest): Promise<BroadcastPreview> {
  const [counted] = await countRecipients(ctx.db, input, ctx.now);
  const { subject, html } = render(ctx, input, ctx.config.mailFrom);
  const { address: copyTo } = waysToOperator(ctx.config);
  return { from: ctx.config.mailFrom, subject, html, copyTo, ...(counted ?? { recipients: 0, limited: 0 }) };
}

/** @throws AppError `unavailable` with the reason it wasn't sent */
export async function testBroadcast(ctx: Ctx, { email, ...texts }: BroadcastTestRequest): Promise<void> {
  const leave = await batchOf(ctx.db, leaveToSend(ctx));
  await sendTestMail(ctx, render(ctx, texts, email), { leave, subject: "a message to members" });
}

/** Freezes a message. @throws AppError `conflict` if the number isn't that of the recipients, or another one of its kind is being sent */
export async function createBroadcast(ctx: Ctx, input: NewBroadcastRequest): Promise<Broadcast> {
  const { requestId: id, recipients, ...message } = input;
  const { kind, audience, subject, body } = message;
  const segment = JSON.stringify(input.segment);
  const [[counted], [earlier]] = await ctx.db.batch([
    countRecipients(ctx.db, input, ctx.now),
    selectBroadcast(ctx.db, id),
  ]);
  const count = counted?.recipients ?? 0;
  const isRepeated = earlier !== undefined;
  if (!isRepeated && count === 0) throw conflict("No one would get this message.");
  if (!isRepeated && !isConfirmed(recipients, count)) {
    throw conflict(`This message would now go to ${formatCount(count, "member")}. Check the number and type it again.`);
  }
  const times = { createdAt: ctx.now, beginsAt: ctx.now + BROADCAST_WAIT_MS };
  const details = { kind, audience, segment: segmentText(input.segment), recipients: count };
  const written = await batchOf(ctx.db, {
    made: insertBroadcast(ctx.db, { ...message, id, segment, author: authorOf(ctx), recipients: count, ...times }),
    audited: auditChange(ctx, { actor: "admin", action: "broadcast.create", subject: id, details }),
    broadcast: selectBroadcast(ctx.db, id),
  });
  const [made] = written.broadcast;
  if (!made) throw conflict("The last message is still being sent. Wait until it's done, or cancel it.");
  const isSame = made.subject === subject && made.body === body && made.audience === audience;
  if (!isSame || made.kind !== kind || made.segment !== segment)
    throw conflict("This message was already confirmed with different text or a different audience.");
  return toBroadcast(made);
}

/** Emails that haven't left are closed. @throws AppError `not_found`, `conflict` if all have left */
export async function cancelBroadcast(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const row = await selectBroadcast(ctx.db, id).get();
  if (!row) throw notFound("Message");
  if (row.state === "sent") throw conflict("This message has already been sent.");
  const closed = { now: ctx.now, reason: "message_cancelled", isUnsent: true };
  await ctx.db.batch([
    cancelOpen(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "broadcast.cancel", subject: id }),
    closePendingMails(ctx.db, mailIdsOf(id), closed),
    subtractClosed(ctx.db, id),
  ]);
}
