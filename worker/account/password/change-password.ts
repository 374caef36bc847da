import type { ChangePasswordRequest } from "#domain/contract/account.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { wallClockIn } from "#domain/rules/local-time.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import { clockTime } from "#domain/rules/wake-up-hours.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
import { forgetAttempts } from "../../kernel/limits/attempt-counters.queries.ts";
import { accountKeys, attemptLimit, endOfQuotaDay, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import { replacePassword, spendLinksOf } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { ownerOfPassword } from "../member/members.queries.ts";
import { firstProof, needsNoProof } from "../proof/first-proof.ts";
import { requireOwner } from "../require-owner.ts";
import { endSessionsOf } from "../sessions/end-sessions.queries.ts";
import { notePasswordKnown } from "../sessions/sessions.queries.ts";
import type { Caller, Session } from "../sessions/sessions.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./require-good-password.ts";

/** Successful changes per account and UTC day. Each sends an email that counts against the quota for wake-up emails. */
const CHANGES_PER_DAY = 5;
const ASKED = {
  field: "currentPassword",
  missing: "Password is required",
  wrong: "That's not your current password.",
};
/** Without a password, only an emailed code shows whose account it is. */
const ASKED_FIRST = { field: "code", missing: "Request a code, and enter it.", wrong: "Request a code, and enter it." };
const NONE_YET = "Your account doesn't have a password yet. Reload the page to set one.";
const OVERTAKEN = "Your password was just changed somewhere else. Log in with the new one.";

type Input = ChangePasswordRequest & { caller: Caller; session: Session; network: string };

/**
 * Changes the password, or sets the first one, for which the session may be enough (`needsNoProof`). @throws AppError as `requireOwner`; `conflict` if the
 * account has no password to change, if it has just changed, or if the session has just ended
 */
export async function changePassword(ctx: Ctx, input: Input): Promise<{ ended: string | null }> {
  const { session, currentPassword: password, code, newPassword, network } = input;
  const member = await input.caller.member;
  const from = member.passwordHash;
  await requireGoodPassword(ctx, { field: "newPassword", password: newPassword, email: member.email });
  if (from === null && password !== undefined) throw conflict(NONE_YET);
  const isAsked = from !== null || code !== undefined || !(await needsNoProof(input.caller));
  const asked = from === null ? ASKED_FIRST : ASKED;
  if (isAsked) await requireOwner(ctx, { member, session, network, password, code, ...asked });
  const changes = { kind: "change-account", value: member.id, max: CHANGES_PER_DAY } as const;
  await requireAttempt(ctx, [attemptLimit(ctx, { ...changes, windowEndsAt: endOfQuotaDay(ctx.now) })]);
  const to = await hashPassword(ctx.config, newPassword);
  const notice = noticeOf(ctx, member);
  const owner = ownerOfPassword(ctx.db, member.id, to);
  const isByMail = code !== undefined || member.isFresh;
  const proof = isByMail ? await firstProof(ctx, member, { owner, heldId: session.id, setsPassword: true }) : null;
  const { changed } = await batchOf(ctx.db, {
    changed: replacePassword(ctx.db, session, { from, to }),
    audited: auditChange(ctx, { actor: `member:${member.id}`, action: "password.change", subject: member.id }),
    mailed: notice.insert,
    sessions: endSessionsOf(ctx.db, owner, session.id),
    known: notePasswordKnown(ctx.db, session, to),
    proof: proof?.statements ?? [],
    links: spendLinksOf(ctx.db, owner, ctx.now),
  });
  if (changed.length === 0) throw conflict(OVERTAKEN);
  // As with a link, someone else's failed attempts no longer lock the owner out.
  if (from === null) ctx.defer(forgetAttempts(ctx.db, accountKeys(ctx.config, member.emailKey)).execute());
  ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return { ended: proof?.ended ?? null };
}

function noticeOf(ctx: Ctx, { id, email, timezone, passwordHash }: Member) {
  const { date, hour, minute } = wallClockIn(timezone, ctx.now);
  const time = clockTime(`${hour}:${minute}`);
  const changedText = `${formatLongDate(date)} at ${time} ${zoneWords(timezone)}`;
  const parameters = { changedText, isFirst: passwordHash === null };
  return queueNotice(ctx, { kind: "password-changed", memberId: id, to: email, parameters });
}
