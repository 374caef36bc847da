import type { LinkRequest, SignInCodeRequest, SignInLinkResponse } from "#domain/contract/account.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { gone, invalid } from "../../kernel/errors.ts";
import { sha256 } from "../../kernel/hashing.ts";
import { takeBackAttempt } from "../../kernel/limits/attempt-counters.queries.ts";
import { countFailure, networkLimits, refuseLink } from "../../kernel/limits/attempt-limit.ts";
import { goodLinkOwner, selectLink } from "../auth-tokens.queries.ts";
import { linkOfCode, WRONG_CODE } from "../emailed-code.ts";
import { openSessionByLink } from "../log-in.ts";
import { firstProof } from "../proof/first-proof.ts";
import { requireChallenge } from "../require-challenge.ts";
import type { Client, OpenedSession } from "../sessions/sessions.ts";
import { hashOfToken } from "../single-use-link.ts";

const DEAD = "This link has been used or has expired, or you've requested a newer one.";

type Found = Parameters<typeof openSessionByLink>[1];

async function open(ctx: Ctx, found: Found, client: Client, more: Statement[] = []): Promise<OpenedSession | null> {
  const { id } = found.member;
  const owner = goodLinkOwner(ctx.db, found.link.tokenHash, ctx.now);
  const proof = await firstProof(ctx, found.member, { owner, heldId: client.heldId });
  const entry = { actor: `member:${id}`, action: "member.email-login", subject: id } as const;
  return openSessionByLink(ctx, found, client, { proof, more: [auditChange(ctx, entry), ...more] });
}

/** @throws AppError `gone`, `rate_limited` */
async function openLink(ctx: Ctx, { token }: LinkRequest) {
  const [found] = await selectLink(ctx.db, await hashOfToken(ctx, token), ["sign-in"]);
  if (!found || found.link.usedAt !== null || found.link.expiresAt <= ctx.now) return refuseLink(ctx, gone(DEAD));
  return found;
}

/** What the link's page shows before its button is pressed. Reads only. @throws AppError as `openLink` */
export async function checkSignInLink(ctx: Ctx, input: LinkRequest): Promise<SignInLinkResponse> {
  const { member, link } = await openLink(ctx, input);
  return { email: member.email, askedAt: new Date(link.createdAt).toISOString(), userAgent: link.userAgent };
}

/** Logs in on whichever device opened the link, once. @throws AppError as `openLink` */
export async function signInByLink(
  ctx: Ctx,
  { client, ...input }: LinkRequest & { client: Client },
): Promise<OpenedSession> {
  return (await open(ctx, await openLink(ctx, input), client)) ?? refuseLink(ctx, gone(DEAD));
}

type ByCode = SignInCodeRequest & { secret: string | undefined; network: string; client: Client };

/**
 * Logs in with the emailed code, in the browser that requested it: `secret` is its cookie's. Wrong codes count as failed logins and get the
 * same response whether or not there is an account. @throws AppError `validation`, `challenge_required`, `rate_limited`
 */
export async function signInByCode(
  ctx: Ctx,
  { code, challenge, secret, network, client }: ByCode,
): Promise<OpenedSession> {
  if (secret === undefined) throw invalid(WRONG_CODE, { code: WRONG_CODE });
  await requireChallenge(ctx, "login-total", { action: "login", token: challenge });
  const { loginMaxFailuresPerAddress: max, loginAlarmFailures } = ctx.config;
  const limits = networkLimits(ctx, { kind: "login-network", value: network, max });
  const found = await linkOfCode(ctx, { code, boundTo: sha256(secret), purpose: "sign-in", limits });
  const keys = limits.map(({ key }) => key);
  const opened = found && (await open(ctx, found, client, [takeBackAttempt(ctx.db, keys)]));
  if (opened) return opened;
  countFailure(ctx, "login-total", loginAlarmFailures);
  throw invalid(WRONG_CODE, { code: WRONG_CODE });
}
