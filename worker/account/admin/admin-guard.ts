import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { challengeToken } from "#domain/contract/errors.ts";
import { adminRateLimit, callerNetwork } from "../../http/caller-network.ts";
import { grantMediaPass } from "../../http/media-pass-cookie.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import type { Ctx } from "../../kernel/context.ts";
import { unauthorized } from "../../kernel/errors.ts";
import { isSameSecret } from "../../kernel/hashing.ts";
import { requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { runAsMember } from "../member-guard.ts";
import { requireChallenge } from "../require-challenge.ts";
import { findAdminSession, requireAdminSession } from "./admin-session-cookie.ts";
import { adminLimits, noteRefusal } from "./admin-totp.ts";

/** This call starts the second-factor session, so it can't require one. */
const VERIFY_PATH = "/api/admin/verify";
const LOGOUT_PATH = "/api/admin/logout";
const HEADER = "x-admin-password";
/** Carries a Turnstile token once one has been asked for. */
const CHALLENGE_HEADER = "x-turnstile-token";

/** Checks and counts in the same call, so neither parallel guesses nor timing help. @throws AppError `unauthorized` or `rate_limited` */
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
  // A running session skips Turnstile. Anyone else sends a token with the login call, whether or not the password is right.
  if (session === null) await requireChallenge(c.var.ctx, "admin-total", { action: "admin", token: challengeOf(c) });
  await requireAdminPassword(c.var.ctx, c.req.header(HEADER) ?? "", callerNetwork(c));
  if (c.req.path !== VERIFY_PATH) requireAdminSession(c);
  c.set("viewer", "admin");
  await next();
  // By now, a handler's error has become a response. Without the second factor, or after logout, there's no pass.
  if (!c.error && c.req.path !== LOGOUT_PATH) grantMediaPass(c, "admin");
}

export const adminGuard = createMiddleware<HttpEnv>((c, next) => runAsAdmin(c, next));

/** Guards routes that administrators preview with the password and members open with a session. */
export const memberOrAdminGuard = createMiddleware<HttpEnv>((c, next) =>
  c.req.header(HEADER) === undefined ? runAsMember(c, next) : runAsAdmin(c, next),
);
