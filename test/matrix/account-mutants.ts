import type { Mistakes } from "../support/mutate.ts";

const BY_MAIL = "worker/mail-responses/links/change-by-mail.test.ts";
const SIGN_IN = "worker/account/sign-in/sign-in.test.ts";
const CHALLENGE = "worker/account/require-challenge.test.ts";
const OWNER = "worker/account/require-owner.test.ts";
const EXPORT = "worker/privacy/export-data.test.ts";
const DELETION = "worker/privacy/delete-account.test.ts";
const ADDRESS = "worker/account/address/change-address.test.ts";
const SET_UP = "worker/account/password/set-up-password.test.ts";

/** Removes each guard of account links, data copies, and account closing, and names the test closest to it. */
export const ACCOUNT_MUTANTS: Mistakes = {
  "worker/mail-responses/links/mail-link.ts": {
    "mail links without an end": [
      '  if (endOfLink(link, member, daysAfter) <= ctx.now)\n    throw gone("This link has expired. Use the one in your latest email.");\n',
      "",
      BY_MAIL,
    ],
    "mail links with a longer end": ["addDays(date, daysAfter + 1)", "addDays(date, daysAfter + 2)", BY_MAIL],
  },
  "worker/mail-responses/links/change-by-mail.ts": {
    "taking a change by mail back by a made-up value": [
      "  if (click === null) throw invalid(NOT_OUR_MAIL_LINK);\n",
      "",
      BY_MAIL,
    ],
  },
  "worker/account/password/change-password.ts": {
    "a new password without the owner": [
      "  if (from !== null) await requireOwner(ctx, { member, session, network, password, code, ...ASKED });\n",
      "",
      "worker/account/password/change-password.test.ts",
    ],
  },
  "worker/account/require-owner.ts": {
    "the owner by any password": [
      "  if (!(await verifyPassword(ctx.config, password, member.passwordHash))) throw invalid(wrong, { [field]: wrong });\n",
      "",
      DELETION,
    ],
    "the owner by uncounted guesses": [
      "  await requireAttempt(ctx, [limits.account, ...limits.networks]);\n",
      "",
      DELETION,
    ],
    "the owner by any code": [
      'if (await linkOfCode(ctx, { code, boundTo: session.id, purpose: "confirmation" })) return;',
      "return;",
      OWNER,
    ],
    "the owner by an earlier code": ['    spendLinksFor(ctx.db, id, "confirmation", ctx.now),\n', "", OWNER],
  },
  "worker/account/emailed-code.ts": {
    "any code": ["found && isCodeOf(ctx.config, found.link, code) ? found : undefined", "found", SIGN_IN],
    "new tries before a code expires": ["15 * MINUTE_MS", "5 * MINUTE_MS", SIGN_IN],
    "codes without number": ["[codeTries(ctx, boundTo), ...limits]", "limits", SIGN_IN],
  },
  "worker/account/sessions/own-sessions.ts": {
    "an emailed login after a logout everywhere": [
      '    spendLinksFor(ctx.db, caller.memberId, "sign-in", ctx.now),\n',
      "",
      SIGN_IN,
    ],
  },
  "worker/members/help-member.ts": {
    "an emailed login after an administrator's logout": [
      '    spendLinksFor(ctx.db, id, "sign-in", ctx.now),\n',
      "",
      SIGN_IN,
    ],
  },
  "worker/account/sign-in/request-sign-in.ts": {
    "an earlier link": ['    spendLinksFor(ctx.db, id, "sign-in", ctx.now),\n', "", SIGN_IN],
    "a link to a former address": ["    spendLinkIfChanged(ctx.db, link.id, member, ctx.now),\n", "", SIGN_IN],
    "a known address that answers later": [", { afterMs: ANSWER_LEAVES_WITHIN_MS }", "", SIGN_IN],
    "emails without number": ["  if (!isWithin) return;\n", "", SIGN_IN],
    "emails to someone who has not accepted": ["!member.isUnaccepted && ", "", SIGN_IN],
  },
  "worker/account/sign-in/sign-in.ts": {
    "a sign-in link that is over": [" || found.link.expiresAt <= ctx.now", "", "worker/entry/api-matrix.test.ts"],
    "guessed sign-in links without limit": [
      "return refuseLink(ctx, gone(DEAD));\n  return found",
      "throw gone(DEAD);\n  return found",
      SIGN_IN,
    ],
    "a code without Turnstile": [
      '  await requireChallenge(ctx, "login-total", { action: "login", token: challenge });\n',
      "",
      CHALLENGE,
    ],
    "wrong codes without alarm": ['  countFailure(ctx, "login-total", loginAlarmFailures);\n', "", CHALLENGE],
    "a link of any purpose": ['["sign-in"]', '["sign-in", "reset"]', SIGN_IN],
  },
  "worker/privacy/export-data.ts": {
    "a copy for a link that is spent": ["  if (spent.length === 0) throw gone(NOT_GOOD);\n", "", EXPORT],
    "copies without number": ["  await requireAttempt(ctx, [limit], { message: ENOUGH });\n", "", EXPORT],
  },
  "worker/account/auth-tokens.queries.ts": {
    "an expired code": [
      "eq(authTokens.boundTo, boundTo), eq(authTokens.purpose, purpose), isLeft(now)",
      "eq(authTokens.boundTo, boundTo), eq(authTokens.purpose, purpose)",
      OWNER,
    ],
    "a copy for another member's link": [
      "isGood(tokenHash, now), eq(authTokens.memberId, memberId), eq(authTokens.purpose, purpose)",
      "isGood(tokenHash, now), eq(authTokens.purpose, purpose)",
      EXPORT,
    ],
  },
  "worker/privacy/delete-account.ts": {
    "deletion without confirmation": ["  await requireConfirmation(ctx, member, input);\n", "", DELETION],
    "deletion without the owner": [
      "  await requireOwner(ctx, { member, session, network, password, code, ...ASKED });\n",
      "",
      DELETION,
    ],
    "deletion by the word for a member with a password": [
      "  if (member.passwordHash === null) {\n",
      '  if (member.passwordHash === null || "word" in confirmation) {\n',
      DELETION,
    ],
  },
  "worker/privacy/keep-account.ts": {
    "a way back that was used": ["  if (found.usedAt !== null) return refuseLink(ctx, gone(SPENT));\n", "", DELETION],
    "a way back that is over": ["  if (found.expiresAt <= ctx.now) return refuseLink(ctx, gone(TOO_LATE));\n", ""],
    "a way back by any password": [
      '    if (!(error instanceof AppError && error.code === "account_closed")) throw error;\n',
      "    if (!(error instanceof AppError)) throw error;\n",
      DELETION,
    ],
  },
  "worker/privacy/closed-accounts.queries.ts": {
    "a way back into another's address": [
      "      and not exists (select 1 from members o where o.email_key = m.email_key and o.deleted_at is null)\n",
      "",
      DELETION,
    ],
  },
  "worker/account/address/change-address.ts": {
    "an address link that was used": [
      "  if (link.usedAt !== null) return refuseLink(ctx, gone(SPENT));\n",
      "",
      ADDRESS,
    ],
    "an address link that is over": [
      "  if (link.expiresAt <= ctx.now) return refuseLink(ctx, gone(EXPIRED));\n",
      "",
      ADDRESS,
    ],
    "sessions of the former address": ["    deleteSessionsAfterChange(ctx.db, change),\n", "", ADDRESS],
    "an address link that was asked for earlier": ['    spendLinksFor(ctx.db, id, "address", ctx.now),\n', "", ADDRESS],
  },
  "worker/account/address/change-address.queries.ts": {
    "an address that another account has": [
      "not exists (select 1 from members other where",
      "exists (select 1 from members other where 1 or",
      ADDRESS,
    ],
  },
  "worker/account/password/set-up-password.ts": {
    "a setup link that is over": [
      "  if (found.link.expiresAt <= ctx.now) return refuseLink(ctx, gone(EXPIRED));\n",
      "",
      SET_UP,
    ],
  },
  "worker/account/single-use-link.ts": {
    "links of a key that has ended": [
      '  if (isOfEndedKey(ctx.config, token)) return refuseLink(ctx, gone("This link has expired. Request a new one."));\n',
      "",
      "worker/kernel/links/key-rotation.test.ts",
    ],
  },
  "worker/account/member-guard.ts": {
    "members without a token": ["  if (!session) throw unauthorized();\n", ""],
  },
};
