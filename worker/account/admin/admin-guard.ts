import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { challengeToken } from "#domain/contract/errors.ts";
import { adminRateLimit, callerNetwork } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import type { Ctx } from "../../kernel/context.ts";
import { unauthorized } from "../../kernel/errors.ts";
import { isSameSecret } from "../../kernel/hashing.ts";
import { requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { grantMediaPass } from "../../media/media-pass-cookie.ts";
import { runAsMember } from "../member-guard.ts";
import { requireChallenge } from "../require-challenge.ts";
import { findAdminSession, requireAdminSession } from "./admin-session-cookie.ts";
import { adminLimits } from "./admin-totp.ts";
import { noteRefusal } from "./note-refusal.ts";

/** The one call that gives the second factor's cookie, and so cannot ask for it. */
const VERIFY_PATH = "/api/admin/verify";
const LOGOUT_PATH = "/api/admin/logout";
const HEADER = "x-admin-password";
/** Of Turnstile, once it was asked for. */
const CHALLENGE_HEADER = "x-turnstile-token";

/**
 * Only wrong passwords count, and none is no attempt. A network that used up its attempts is refused whatever its password is, until
 * the window ends; no other network is affected. Looked at and counted by one call that looks the same for both: neither guesses sent
 * at once nor a stopwatch tell whoever is beyond the limit which of theirs was right.
 * @throws AppError `unauthorized` or `rate_limited`
 */
async function requireAdminPassword(ctx: Ctx, password: string, network: string): Promise<void> {
  const isRight = isSameSecret(password, ctx.config.adminPassword);
  const hasFailed = !isRight && password !== "";
  await requireAttempt(ctx, adminLimits(ctx, network), { isCounted: hasFailed });
  if (hasFailed) noteRefusal(ctx, "admin.password-refused");
  if (!isRight) throw unauthorized("Invalid admin password");
}

function challengeOf(c: Context<HttpEnv>): string | undefined {
  return challengeToken.safeParse(c.req.header(CHALLENGE_HEADER)).data;
}

async function runAsAdmin(c: Context<HttpEnv>, next: Next): Promise<void> {
  await adminRateLimit(c, async () => undefined);
  const session = await findAdminSession(c);
  c.set("adminSession", session);
  // Whoever has logged in goes on; anybody else shows the token with the call that logs in, whatever the password is.
  if (session === null) await requireChallenge(c.var.ctx, "admin-total", { action: "admin", token: challengeOf(c) });
  await requireAdminPassword(c.var.ctx, c.req.header(HEADER) ?? "", callerNetwork(c));
  if (c.req.path !== VERIFY_PATH) requireAdminSession(c);
  c.set("viewer", "admin");
  await next();
  // An error of a handler has become an answer by now: who has not shown the second factor gets no pass, nor who has just left.
  if (!c.error && c.req.path !== LOGOUT_PATH) grantMediaPass(c, "admin");
}

export const adminGuard = createMiddleware<HttpEnv>((c, next) => runAsAdmin(c, next));

/** For what an administrator previews with the password and a member opens with a session. */
export const memberOrAdminGuard = createMiddleware<HttpEnv>((c, next) =>
  c.req.header(HEADER) === undefined ? runAsMember(c, next) : runAsAdmin(c, next),
);
