import type { Context, Next } from "hono";
import { deleteCookie, getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { challengeToken } from "#domain/contract/errors.ts";
import { isAtLeast, ROLE_WORDS } from "#domain/rules/administrators.ts";
import { adminRateLimit, callerNetwork } from "../../http/caller-network.ts";
import { setHttpOnlyCookie } from "../../http/cookies.ts";
import { grantMediaPass } from "../../http/media-pass-cookie.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import type { AdminCaller, Ctx } from "../../kernel/context.ts";
import { AppError, forbidden, unauthorized } from "../../kernel/errors.ts";
import { networkHash } from "../../kernel/hashing.ts";
import { requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { isSigned, sign } from "../../kernel/links/signing-keys.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import { runAsMember } from "../member-guard.ts";
import { requireChallenge } from "../require-challenge.ts";
import { endAdminSession, insertAdminSession, selectAdminSession } from "./admin-sessions.queries.ts";
import { adminLimits, noteRefusal } from "./admin-totp.ts";
import type { AdministratorRow } from "./administrators.queries.ts";
import { credentialOf, findAdministrator } from "./find-administrator.ts";
import { lowestRoleOf } from "./lowest-roles.ts";

declare module "hono" {
  interface ContextVariableMap {
    adminSession: string | null;
    /** The caller's row; null for the owner. */
    administratorRow: AdministratorRow | null;
  }
}

type Administrator = NonNullable<Awaited<ReturnType<typeof findAdministrator>>>;
type Given = { found: Administrator | null; given: string; network: string };

const HEADER = "x-admin-password";
const COOKIE = "admin_session";
const PATH = "/api";
const LIFETIME_SECONDS = 12 * 3600;

/** The credential is signed too, so that its end is the session's. */
const signed = (id: string, credential: string) => `${id}:${credential}`;

const givenIn = (c: Context<HttpEnv>) => c.req.header(HEADER) ?? "";

/** Finds the cookie's session, up to 12 hours old and not logged out. A cookie that we didn't sign causes no database query. */
async function findAdminSession(c: Context<HttpEnv>): Promise<string | null> {
  const { config, db, now } = c.var.ctx;
  const [id = "", signature = ""] = getCookie(c, COOKIE)?.split(".") ?? [];
  if (!isSigned(config, "admin-session", signed(id, credentialOf(config, givenIn(c))), signature)) return null;
  const [found] = await selectAdminSession(db, id, now - LIFETIME_SECONDS * 1000);
  return found?.id ?? null;
}

/** @throws AppError `totp_required` if a second factor is configured and hasn't been passed */
function requireAdminSession(c: Context<HttpEnv>): void {
  if (c.var.ctx.config.adminTotpSecret === null || c.var.adminSession !== null) return;
  throw new AppError("totp_required", "Log in again with the code from your authenticator app.");
}

export async function leaveAdminSession(c: Context<HttpEnv>): Promise<void> {
  const { ctx, adminSession } = c.var;
  if (adminSession !== null) await retryWrite(() => endAdminSession(ctx.db, adminSession, ctx.now));
  deleteCookie(c, COOKIE, { path: PATH });
}

export async function startAdminSession(c: Context<HttpEnv>): Promise<void> {
  const { config, db, now } = c.var.ctx;
  const id = crypto.randomUUID();
  const administratorId = c.var.administratorRow?.id ?? null;
  await insertAdminSession(db, { id, network: networkHash(config, callerNetwork(c)), startedAt: now, administratorId });
  const value = `${id}.${sign(config, "admin-session", signed(id, credentialOf(config, givenIn(c))))}`;
  setHttpOnlyCookie(c, COOKIE, value, { path: PATH, maxAgeSeconds: LIFETIME_SECONDS, sameSite: "Strict" });
}

/** This call starts the second-factor session, so it can't require one. */
const VERIFY = "POST /api/admin/verify";
const LOGOUT = "POST /api/admin/logout";
/** Carries a Turnstile token once one has been asked for. */
const CHALLENGE_HEADER = "x-turnstile-token";

/**
 * Checks and counts in the same call, so neither parallel guesses nor timing help. A former key isn't counted: an open tab of someone
 * who left would block the office's network.
 * @throws AppError `unauthorized` or `rate_limited`
 */
async function requireAdministrator(ctx: Ctx, { found, given, network }: Given): Promise<Administrator> {
  const isRight = found !== null && !found.isFormer;
  const hasFailed = found === null && given !== "";
  await requireAttempt(ctx, adminLimits(ctx, network), { isCounted: hasFailed });
  if (hasFailed) noteRefusal(ctx, "admin.password-refused");
  if (!isRight) throw unauthorized("Invalid admin password");
  return found;
}

/** The route that answers, as the router has it: "PUT /api/content/:id". */
function routeOf(c: Context<HttpEnv>): string {
  // The router answers HEAD by the route of GET.
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  const route = matchedRoutes(c).find((one) => one.method === method);
  return `${method} ${route?.path ?? c.req.path}`;
}

/** @throws AppError `forbidden` unless the role may call the route */
function requireRole(c: Context<HttpEnv>, { role }: AdminCaller): void {
  if (isAtLeast(role, lowestRoleOf(routeOf(c)))) return;
  throw forbidden(`Your role (${ROLE_WORDS[role].name}) doesn't include this.`);
}

function challengeOf(c: Context<HttpEnv>): string | undefined {
  return challengeToken.safeParse(c.req.header(CHALLENGE_HEADER)).data;
}

async function runAsAdmin(c: Context<HttpEnv>, next: Next): Promise<void> {
  await adminRateLimit(c, async () => undefined);
  const given = givenIn(c);
  const [session, found] = await Promise.all([findAdminSession(c), findAdministrator(c.var.ctx, given)]);
  c.set("adminSession", session);
  // A running session skips Turnstile. Anyone else sends a token with the login call, whether or not the password is right.
  if (session === null) await requireChallenge(c.var.ctx, "admin-total", { action: "admin", token: challengeOf(c) });
  const { caller, row } = await requireAdministrator(c.var.ctx, { found, given, network: callerNetwork(c) });
  if (routeOf(c) !== VERIFY) requireAdminSession(c);
  requireRole(c, caller);
  c.set("viewer", "admin");
  c.set("administratorRow", row);
  c.set("ctx", { ...c.var.ctx, administrator: caller });
  await next();
  // By now, a handler's error has become a response. Without the second factor, or after logout, there's no pass.
  if (!c.error && routeOf(c) !== LOGOUT) grantMediaPass(c, "admin");
}

export const adminGuard = createMiddleware<HttpEnv>((c, next) => runAsAdmin(c, next));

/** Guards routes that administrators preview with the password and members open with a session. */
export const memberOrAdminGuard = createMiddleware<HttpEnv>((c, next) =>
  c.req.header(HEADER) === undefined ? runAsMember(c, next) : runAsAdmin(c, next),
);
