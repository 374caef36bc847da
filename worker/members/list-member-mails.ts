import type { MemberMailList, MemberMailListRequest, MemberMornings, Of, OtherMail } from "#domain/contract/members.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import type { Member } from "../account/member/member.ts";
import { selectUnpurgedMember } from "../account/member/members.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { parseCursor, toPage } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { resendingOf } from "../mail/resending.ts";
import { isSendingStopped } from "../mail/sending-state.ts";
import { readMornings } from "../wake-up/mornings/read-mornings.ts";
import { type MailRow, selectMailsOf } from "./member-mails.queries.ts";

const PAGE = 10;

function toOtherMail(row: MailRow, member: Member, now: number): OtherMail {
  const { id, kind, toAddress, state, attempts, lastError, createdAt, settledAt } = row;
  const instants = { createdAt: new Date(createdAt).toISOString(), settledAt: isoOrNull(settledAt) };
  // An email about a gift isn't the member's alone: the giver resends it, and the recipient has its link.
  const canResend = row.memberId !== null && resendingOf(row, member, now) !== null;
  return { id, kind, toAddress, state, attempts, lastError, ...instants, canResend };
}

/** Returns a page of a member's emails except wake-ups, as far back as they're kept. @throws AppError `not_found` */
export async function listMemberMails(ctx: Ctx, { id, cursor }: Of<MemberMailListRequest>): Promise<MemberMailList> {
  const [[member], rows] = await ctx.db.batch([
    selectUnpurgedMember(ctx.db, id),
    selectMailsOf(ctx.db, id, parseCursor(cursor), PAGE + 1),
  ]);
  if (!member) throw notFound("Member");
  const { shown, next } = toPage(rows, PAGE, (row) => ({ at: row.createdAt, id: row.id }));
  return { mails: shown.map((row) => toOtherMail(row, member, ctx.now)), next };
}

/** Why a member did or didn't get an email on their last mornings, as they see it themselves. @throws AppError `not_found` */
export async function readMemberMornings(ctx: Ctx, { id }: { id: string }): Promise<MemberMornings> {
  const member = selectUnpurgedMember(ctx.db, id).get();
  const [mornings, [dispatcher]] = await Promise.all([
    readMornings(ctx, { memberId: id, member }),
    selectDispatcher(ctx.db),
  ]);
  if (!(await member)) throw notFound("Member");
  return { mornings, isSendingStopped: isSendingStopped(ctx, dispatcher) };
}
