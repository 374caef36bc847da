import type { MemberMailList, MemberMailListRequest, OtherMail } from "#domain/contract/members.ts";
import type { Member } from "../account/member/member.ts";
import { selectKeptMember } from "../account/member/members.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { fromCursor, toPage } from "../kernel/place.ts";
import { resendingOf } from "../mail/resending.ts";
import { type MailRow, selectMailsOf } from "./member-mails.queries.ts";

const PAGE = 10;

function toOtherMail(row: MailRow, member: Member, now: number): OtherMail {
  const { id, kind, toAddress, state, attempts, lastError, createdAt, settledAt } = row;
  const instants = {
    createdAt: new Date(createdAt).toISOString(),
    settledAt: settledAt === null ? null : new Date(settledAt).toISOString(),
  };
  // One about a gift is not the member's alone: who gives it orders another, who gets it has its link.
  const canResend = row.memberId !== null && resendingOf(row, member, now) !== null;
  return { id, kind, toAddress, state, attempts, lastError, ...instants, canResend };
}

/** A page of a member's mails other than the wake-up, as far back as they are kept. @throws AppError `not_found` */
export async function listMemberMails(
  ctx: Ctx,
  { id, cursor }: { id: string } & MemberMailListRequest,
): Promise<MemberMailList> {
  const [[member], rows] = await ctx.db.batch([
    selectKeptMember(ctx.db, id),
    selectMailsOf(ctx.db, id, fromCursor(cursor), PAGE + 1),
  ]);
  if (!member) throw notFound("Member");
  const { shown, next } = toPage(rows, PAGE, (row) => ({ at: row.createdAt, id: row.id }));
  return { mails: shown.map((row) => toOtherMail(row, member, ctx.now)), next };
}
