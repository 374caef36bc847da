import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { type AccessHolder, hasAccess } from "#domain/rules/access.ts";
import { readPass, signPass } from "../media/media-pass.ts";
import type { HttpEnv } from "./http-env.ts";

const COOKIE = "media_pass";
const HOUR_MS = 3_600_000;
const LIFETIME_MS = 6 * HOUR_MS;
const RENEW_AFTER_MS = HOUR_MS;

/** Whether the request carries a media pass; reads no database, since players ask in many ranges. */
export function hasMediaPass(c: Context<HttpEnv>): boolean {
  const { config, now } = c.var.ctx;
  return readPass(config, getCookie(c, COOKIE), now) !== null;
}

function writePass(c: Context<HttpEnv>, value: string, maxAgeSeconds: number): void {
  const { isDevelopment } = c.var.ctx.config;
  setCookie(c, COOKIE, value, {
    path: "/",
    httpOnly: true,
    secure: !isDevelopment,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

/**
 * Gives, renews or takes the cookie that lets an `<audio>` element read media: six hours, never beyond the member's access.
 * It carries no identity and opens nothing else.
 */
export function grantMediaPass(c: Context<HttpEnv>, holder: AccessHolder | "admin"): void {
  const { config, now } = c.var.ctx;
  const present = readPass(config, getCookie(c, COOKIE), now);
  if (holder !== "admin" && !hasAccess(holder, now)) {
    if (getCookie(c, COOKIE) !== undefined) writePass(c, "", 0);
    return;
  }
  const limit = holder === "admin" ? Number.POSITIVE_INFINITY : (holder.accessEndsAt ?? 0);
  const expiresAt = Math.min(now + LIFETIME_MS, limit);
  const isYoung = present !== null && present <= limit && present - now > LIFETIME_MS - RENEW_AFTER_MS;
  // One that ends with the access cannot become any longer, however old it is.
  const isFresh = isYoung || present === limit;
  if (!isFresh) writePass(c, signPass(config, expiresAt), Math.ceil((expiresAt - now) / 1000));
}

export function withdrawMediaPass(c: Context<HttpEnv>): void {
  writePass(c, "", 0);
}
