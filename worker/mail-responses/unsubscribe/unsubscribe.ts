import {
  NOT_OUR_LINK,
  type UndoRequest,
  type UnsubscribeLink,
  type UnsubscribeResponse,
} from "#domain/contract/mail-responses.ts";
import { DAY_MS } from "#domain/durations.ts";
import { selectInvitation } from "../../account/invitations/invitations.queries.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { gone, invalid } from "../../kernel/errors.ts";
import { attemptLimit, refuseLink, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { isUnsubscribeKey, stopOfUndo, undoValue } from "../../kernel/links/unsubscribe-key.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import { startMails, stopMails } from "./unsubscribe.queries.ts";

const UNDO_WINDOW_MS = DAY_MS;
/** Limit per 15 minutes: more than anyone needs, but it stops endless switching back and forth. */
const MAX_UNDOS = 5;
/** Limit per 15 minutes: an email provider may repeat a click, and no one needs more. */
const MAX_STOPS = 30;

const NOT_STOPPED =
  "Your emails were turned off many times in the last few minutes. Wait a few minutes, or turn them off in My Account.";
const NOT_TAKEN_BACK = "You've undone this too many times. Wait a few minutes, or turn your emails on in My Account.";

/** Works without a session, no matter what else came from the same network. @throws AppError `validation` for a link that isn't ours, `rate_limited` */
export async function unsubscribe(ctx: Ctx, link: UnsubscribeLink): Promise<UnsubscribeResponse> {
  const memberId = await requireOurs(ctx, link);
  const limit = attemptLimit(ctx, { kind: "stop-account", value: memberId, max: MAX_STOPS });
  await requireAttempt(ctx, [limit], { message: NOT_STOPPED });
  const { stopped, member } = await retryWrite(() =>
    batchOf(ctx.db, {
      ...stopMails(ctx, [memberId], { actor: `member:${memberId}` }),
      member: selectMember(ctx.db, memberId),
    }),
  );
  requireAccount(member[0]);
  return { emailEnabled: false, ...(stopped.length > 0 ? { undo: undoValue(ctx.config, memberId, ctx.now) } : {}) };
}

/** An old email alone can't undo a stop. @throws AppError `validation` if unsigned, `gone` if too late or decided again, `rate_limited` */
export async function undoUnsubscribe(ctx: Ctx, { undo, ...link }: UndoRequest): Promise<UnsubscribeResponse> {
  const memberId = await requireOurs(ctx, link);
  const stoppedAt = stopOfUndo(ctx.config, memberId, undo);
  if (stoppedAt === null) return refuseLink(ctx, invalid(NOT_OUR_LINK));
  const limit = attemptLimit(ctx, { kind: "undo-account", value: memberId, max: MAX_UNDOS });
  await requireAttempt(ctx, [limit], { message: NOT_TAKEN_BACK });
  if (stoppedAt + UNDO_WINDOW_MS <= ctx.now) throw tooLate();
  const [, , mails] = await ctx.db.batch([
    startMails(ctx.db, memberId, ctx.now, stoppedAt),
    auditChange(ctx, { actor: `member:${memberId}`, action: "mails.on", subject: memberId }),
    selectMember(ctx.db, memberId),
  ]);
  // A repeat after a lost answer finds emails already on, which is what was wanted.
  if (!requireAccount(mails[0]).emailEnabled) throw tooLate();
  return { emailEnabled: true };
}

/** Reads only. @throws AppError `validation` for a link that isn't ours or whose account is gone, `rate_limited` */
export async function checkUnsubscribe(ctx: Ctx, link: UnsubscribeLink): Promise<UnsubscribeResponse> {
  const memberId = await requireOurs(ctx, link);
  const { emailEnabled, isUnaccepted } = requireAccount(await selectMember(ctx.db, memberId).get());
  if (!isUnaccepted) return { emailEnabled };
  // What can still come is a reminder of the invitation.
  const [invitation] = await selectInvitation(ctx.db, memberId);
  return { emailEnabled: invitation?.isUnsubscribed === false };
}

async function requireOurs(ctx: Ctx, { member, key }: UnsubscribeLink): Promise<string> {
  return isUnsubscribeKey(ctx.config, member, key) ? member : refuseLink(ctx, invalid(NOT_OUR_LINK));
}

function requireAccount<T>(account: T | undefined): T {
  if (account === undefined) throw invalid("This unsubscribe link belongs to an account that no longer exists.");
  return account;
}

const tooLate = () => gone("This can't be undone here anymore. You can turn your emails on in My Account.");
