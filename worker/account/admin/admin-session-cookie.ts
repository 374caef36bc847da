import type { Context } from "hono";
import { deleteCookie, getCookie } from "hono/cookie";
import { callerNetwork } from "../../http/caller-network.ts";
import { setHttpOnlyCookie } from "../../http/cookies.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import type { Config } from "../../kernel/env.ts";
import { AppError } from "../../kernel/errors.ts";
import { networkHash } from "../../kernel/hashing.ts";
import { isSigned, sign } from "../../kernel/links/signing-keys.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import { endAdminSession, insertAdminSession, selectAdminSession } from "./admin-sessions.queries.ts";

declare module "hono" {
  interface ContextVariableMap {
    adminSession: string | null;
  }
}

const COOKIE = "admin_session";
const PATH = "/api";
const LIFETIME_SECONDS = 12 * 3600;

/** Signs both secrets too, so changing either ends every session. */
function signed({ adminTotpSecret, adminPassword }: Config, id: string): string {
  return `${id}:${adminTotpSecret}:${adminPassword}`;
}

/** Finds the cookie's session, up to 12 hours old and not logged out. A cookie that we didn't sign causes no database query. */
export async function findAdminSession(c: Context<HttpEnv>): Promise<string | null> {
  const { config, db, now } = c.var.ctx;
  const [id = "", signature = ""] = getCookie(c, COOKIE)?.split(".") ?? [];
  if (!isSigned(config, "admin-session", signed(config, id), signature)) return null;
  const [found] = await selectAdminSession(db, id, now - LIFETIME_SECONDS * 1000);
  return found?.id ?? null;
}

/** @throws AppError `totp_required` if a second factor is configured and hasn't been passed */
export function requireAdminSession(c: Context<HttpEnv>): void {
  if (c.var.ctx.config.adminTotpSecret === null || c.var.adminSession !== null) return;
  throw new AppError("totp_required", "Log in again with the code from your authenticator app");
}

export async function leaveAdminSession(c: Context<HttpEnv>): Promise<void> {
  const { ctx, adminSession } = c.var;
  if (adminSession !== null) await retryWrite(() => endAdminSession(ctx.db, adminSession, ctx.now));
  deleteCookie(c, COOKIE, { path: PATH });
}

export async function startAdminSession(c: Context<HttpEnv>): Promise<void> {
  const { config, db, now } = c.var.ctx;
  const id = crypto.randomUUID();
  await insertAdminSession(db, { id, network: networkHash(config, callerNetwork(c)), startedAt: now });
  const value = `${id}.${sign(config, "admin-session", signed(config, id))}`;
  setHttpOnlyCookie(c, COOKIE, value, { path: PATH, maxAgeSeconds: LIFETIME_SECONDS, sameSite: "Strict" });
}
