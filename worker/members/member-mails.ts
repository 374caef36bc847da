import type {
  MemberMailList,
  MemberMailListRequest,
  MemberMornings,
  OpenedMail,
  OtherMail,
  WithId,
} from "#domain/contract/members.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import type { Member } from "../account/member/member.ts";
import { selectUnpurgedMember } from "../account/member/members.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { parseCursor, toPage } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { FIRST_KEY, withDeadKeys } from "../kernel/links/signing-keys.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { selectPauses } from "../mail/pauses.queries.ts";
import { resendingOf } from "../mail/resending.ts";
import { isSendingStopped } from "../mail/sending-state.ts";
import { renderTransactionalMail } from "../mail/transactional-mail.ts";
import { selectMailOfDelivery } from "../wake-up/deliveries/deliveries.queries.ts";
import { readMornings } from "../wake-up/mornings/read-mornings.ts";
import { copyOfWakeUp } from "../wake-up/send-again/copy-of-wake-up.ts";
import { type MailRow, selectMailOf, selectMailsOf } from "./member-mails.queries.ts";

const PAGE = 10;

function toOtherMail(row: MailRow, member: Member, now: number): OtherMail {
  const { id, kind, toAddress, state, lastError, createdAt, notBefore, settledAt } = row;
  const instants = { createdAt: new Date(createdAt).toISOString(), settledAt: isoOrNull(settledAt) };
  const dueAt = state === "pending" && (notBefore ?? 0) > now ? notBefore : null;
  // An email about a gift isn't the member's alone: the giver resends it, and the recipient has its link.
  const canResend = row.memberId !== null && resendingOf(row, member, now) !== null;
  return { id, kind, toAddress, state, lastError, ...instants, dueAt: isoOrNull(dueAt), canResend };
}

/** Returns a page of a member's emails except wake-ups, as far back as they're kept. @throws AppError `not_found` */
export async function listMemberMails(
  ctx: Ctx,
  { id, cursor }: WithId<MemberMailListRequest>,
): Promise<MemberMailList> {
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
  const [mornings, [[dispatcher], pauses]] = await Promise.all([
    readMornings(ctx, { memberId: id, member }),
    ctx.db.batch([selectDispatcher(ctx.db), selectPauses(ctx.db)]),
  ]);
  if (!(await member)) throw notFound("Member");
  return { mornings, isSendingStopped: isSendingStopped(ctx, dispatcher, pauses) };
}

type Stored = Omit<Parameters<typeof renderTransactionalMail>[1], "signingKey" | "unsubscribeKey" | "memberId">;

/**
 * Renders an email to look at. Its links are signed with a secret that no one keeps and then removed, and it names no link's row, so
 * an administrator sees no link and no code that could act for the member.
 */
function render({ config }: Ctx, member: Member, stored: Stored): Pick<OpenedMail, "subject" | "html"> {
  const own = { memberId: member.id, unsubscribeKey: FIRST_KEY, signingKey: FIRST_KEY };
  const mail = renderTransactionalMail(withDeadKeys(config), { ...stored, ...own });
  if (!mail) throw notFound("Email");
  return { subject: mail.subject, html: mail.html.replace(/\shref="[^"]*"/g, "") };
}

/** Renders one of a member's emails again from what its row stores. @throws AppError `not_found` */
export async function openMail(ctx: Ctx, { id, mailId }: { id: string; mailId: string }): Promise<OpenedMail> {
  const [[member], [row]] = await ctx.db.batch([selectUnpurgedMember(ctx.db, id), selectMailOf(ctx.db, id, mailId)]);
  if (!member) throw notFound("Member");
  if (!row) throw notFound("Email");
  const { kind, toAddress, parameters } = row;
  // A copy of a wake-up email stores the whole email.
  const isFrozen = kind === "wake-up-copy";
  return { ...render(ctx, member, { kind, toAddress, parameters, tokenId: "" }), isFrozen };
}

/** Shows a morning's email from its frozen copy. @throws AppError `not_found`, also once the copy is deleted */
export async function openWakeUp(ctx: Ctx, { id, date }: { id: string; date: string }): Promise<OpenedMail> {
  const [[member], [mail]] = await ctx.db.batch([
    selectUnpurgedMember(ctx.db, id),
    selectMailOfDelivery(ctx.db, date, id),
  ]);
  if (!member) throw notFound("Member");
  if (!mail) throw notFound("Email");
  const parameters = JSON.stringify(copyOfWakeUp(mail, { member, date }));
  const stored = { kind: "wake-up-copy", toAddress: member.email, parameters, tokenId: null };
  return { ...render(ctx, member, stored), isFrozen: true };
}
