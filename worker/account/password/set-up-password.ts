import type { SetupLinkRequest } from "#domain/contract/account.ts";
import { INVITATION_CONSENT, SETUP_CONSENT } from "#domain/rules/consent.ts";
import { batchOf, type Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { gone, invalid } from "../../kernel/errors.ts";
import { emailKeyOf } from "../../kernel/hashing.ts";
import { forgetAttempts } from "../../kernel/limits/attempt-counters.queries.ts";
import { accountKeys, attemptLimit, refuseLink, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { goodLinkOwner, selectLink, setPasswordByLink, spendLinksOf } from "../auth-tokens.queries.ts";
import { insertConsentByLink } from "../consents/consents.queries.ts";
import type { Member } from "../member/member.ts";
import { firstProof } from "../proof/first-proof.ts";
import { endSessionsOf } from "../sessions/end-sessions.queries.ts";
import { endFeeds } from "../sessions/kept-feeds.ts";
import { insertSessionByLink } from "../sessions/sessions.queries.ts";
import { type Client, newSession, type OpenedSession } from "../sessions/sessions.ts";
import { hashOfToken } from "../single-use-link.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./require-good-password.ts";

const SPENT = "This link has already been used. Log in with your password, or request a new link.";
const NOT_AGREED = "Check the box to accept your invitation.";
const EXPIRED = "This link has expired. Request a new one.";

/** Per account and 15 minutes, because each attempt hashes a password. */
const LINKS_PER_ACCOUNT = 10;

type Input = SetupLinkRequest & {
  password: string;
  consent?: boolean | undefined;
  keepFeeds?: string | undefined;
  client: Client;
  /** Changes to make with the password; the first must require that the statement before it wrote. */
  withIt?: (member: Member) => Promise<Statement[]>;
};

/** A setup, reset, or invitation link and its owner. @throws AppError `validation` for a bad link, `gone` for an old one, `rate_limited` */
export async function linkAndOwner(ctx: Ctx, { token, email }: SetupLinkRequest) {
  const [found] = await selectLink(ctx.db, await hashOfToken(ctx, token), ["setup", "reset", "invitation"]);
  if (!found || found.member.emailKey !== emailKeyOf(email)) {
    return refuseLink(ctx, invalid("This link doesn't work. Use the link in your latest email."));
  }
  if (found.link.usedAt !== null) return refuseLink(ctx, gone(SPENT));
  if (found.link.expiresAt <= ctx.now) return refuseLink(ctx, gone(EXPIRED));
  return found;
}

/** Also ends other sessions, links, and the feeds that aren't kept. @throws AppError as `linkAndOwner`, and `validation` for a bad password or a missing consent */
export async function setUpPassword(ctx: Ctx, input: Input): Promise<OpenedSession> {
  const { token, email, password, consent, keepFeeds: keep, client, withIt } = input;
  const tokenHash = await hashOfToken(ctx, token);
  const { member: owner } = await linkAndOwner(ctx, { token, email });
  if (owner.isUnaccepted && !consent) throw invalid(NOT_AGREED, { consent: NOT_AGREED });
  await requireGoodPassword(ctx, { field: "password", password, email: owner.email });
  const limit = { kind: "link-account", value: owner.id, max: LINKS_PER_ACCOUNT } as const;
  await requireAttempt(ctx, [attemptLimit(ctx, limit)]);
  const passwordHash = await hashPassword(ctx.config, password);
  const session = newSession(ctx.config, owner.id, client, { isByMail: true, knowsPassword: true });
  const good = goodLinkOwner(ctx.db, tokenHash, ctx.now);
  const proof = await firstProof(ctx, owner, { owner: good, heldId: client.heldId, setsPassword: true });
  const eventText = "Your password was set with an emailed link, and all devices were logged out.";
  const changes = (await withIt?.(owner)) ?? [];
  const agreed = { ...(owner.isUnaccepted ? INVITATION_CONSENT : SETUP_CONSENT), at: ctx.now };
  // Spend the link last: the statements before it find its owner only while it's valid.
  const written = await batchOf(ctx.db, {
    proof: proof.statements,
    member: setPasswordByLink(ctx.db, tokenHash, passwordHash, ctx.now),
    changes,
    sessions: endSessionsOf(ctx.db, good),
    opened: insertSessionByLink(ctx.db, session, tokenHash, ctx.now),
    feeds: await endFeeds(ctx, owner, { keep, eventText, owner: good }),
    consent: insertConsentByLink(ctx.db, tokenHash, agreed),
    links: spendLinksOf(ctx.db, good, ctx.now),
  });
  const [member] = written.member;
  if (!member) throw gone(SPENT);
  // Clears the counters, so someone else's failed attempts can't keep the owner locked out.
  ctx.defer(forgetAttempts(ctx.db, accountKeys(ctx.config, member.emailKey)).execute());
  return { member, session, ended: proof.ended };
}
