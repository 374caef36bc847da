import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Config } from "../env.ts";
import { totpRequired } from "../errors.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { isSigned, sign } from "../signing-keys.ts";

const COOKIE = "admin_session";
const PATH = "/api";
const LIFETIME_SECONDS = 12 * 3600;

/** What is signed holds both secrets: changing either ends every session. */
function signed({ adminTotpSecret, adminPassword }: Config, expiry: string): string {
  return `${expiry}:${adminTotpSecret}:${adminPassword}`;
}

/** Whether the request shows that the second factor was passed within the last 12 hours. */
export function hasAdminSession(c: Context<HttpEnv>): boolean {
  const { config, now } = c.var.ctx;
  const [expiry = "", signature = ""] = getCookie(c, COOKIE)?.split(".") ?? [];
  return isSigned(config, "admin-session", signed(config, expiry), signature) && Number(expiry) > now;
}

/** @throws AppError `totp_required` where a second factor is set up and was not passed */
export function requireAdminSession(c: Context<HttpEnv>): void {
  if (c.var.ctx.config.adminTotpSecret === null || hasAdminSession(c)) return;
  throw totpRequired("Please log in again with the code of your authenticator app");
}

export function endAdminSession(c: Context<HttpEnv>): void {
  deleteCookie(c, COOKIE, { path: PATH });
}

export function startAdminSession(c: Context<HttpEnv>): void {
  const { config, now } = c.var.ctx;
  const expiry = String(now + LIFETIME_SECONDS * 1000);
  setCookie(c, COOKIE, `${expiry}.${sign(config, "admin-session", signed(config, expiry))}`, {
    path: PATH,
    httpOnly: true,
    secure: !config.isDevelopment,
    sameSite: "Strict",
    maxAge: LIFETIME_SECONDS,
  });
}
