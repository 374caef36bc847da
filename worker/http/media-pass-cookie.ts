import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { HOUR_MS } from "#domain/durations.ts";
import { type AccessHolder, hasAccess } from "#domain/rules/access.ts";
import type { Config } from "../kernel/env.ts";
import { isSigned, sign } from "../kernel/links/signing-keys.ts";
import { setHttpOnlyCookie } from "./cookies.ts";
import type { HttpEnv } from "./request-context.ts";

const COOKIE = "media_pass";
const ITEM_COOKIE = "item_pass";
/** How long a pass outlives its session. Saving progress renews it during playback. */
const LIFETIME_MS = HOUR_MS;
const RENEW_AFTER_MS = HOUR_MS / 2;
const ITEM_LIFETIME_MS = 6 * HOUR_MS;

/** Signs a pass that opens every medium until `expiresAt` (epoch ms), for anyone holding it. */
function signPass(config: Config, expiresAt: number): string {
  return `${expiresAt}.${sign(config, "media-pass", String(expiresAt))}`;
}

/** Returns the pass's expiry (epoch ms), or null if the pass isn't valid. */
function readPass(c: Context<HttpEnv>): number | null {
  const { config, now } = c.var.ctx;
  const [expiry = "", signature = ""] = getCookie(c, COOKIE)?.split(".") ?? [];
  const expiresAt = Number(expiry);
  if (!isSigned(config, "media-pass", expiry, signature)) return null;
  return expiresAt > now ? expiresAt : null;
}

/** Signs a pass for the named media until `expiresAt` (epoch ms). File names contain no colon. */
function signItemPass(config: Config, expiresAt: number, filenames: string[]): string {
  const opened = [expiresAt, ...filenames].join(":");
  return `${opened}:${sign(config, "item-pass", opened)}`;
}

function hasItemPass(c: Context<HttpEnv>, filename: string): boolean {
  const { config, now } = c.var.ctx;
  const parts = (getCookie(c, ITEM_COOKIE) ?? "").split(":");
  const signature = parts.pop() ?? "";
  const [expiresAt = "", ...filenames] = parts;
  return (
    isSigned(config, "item-pass", parts.join(":"), signature) && Number(expiresAt) > now && filenames.includes(filename)
  );
}

/** Checks for a pass without a database query, because players send many range requests. */
export function mayPlay(c: Context<HttpEnv>, filename: string): boolean {
  return readPass(c) !== null || hasItemPass(c, filename);
}

function writePass(c: Context<HttpEnv>, value: string, maxAgeSeconds: number, name = COOKIE): void {
  setHttpOnlyCookie(c, name, value, { path: "/", maxAgeSeconds });
}

/** Grants, renews, or removes the cookie that reads media for an hour, never beyond the access. It carries no identity. */
export function grantMediaPass(c: Context<HttpEnv>, holder: AccessHolder | "admin"): void {
  const { config, now } = c.var.ctx;
  if (holder !== "admin" && !hasAccess(holder, now)) {
    if (getCookie(c, COOKIE) !== undefined) withdrawMediaPass(c);
    return;
  }
  const present = readPass(c);
  const limit = holder === "admin" ? Number.POSITIVE_INFINITY : (holder.accessEndsAt ?? 0);
  const expiresAt = Math.min(now + LIFETIME_MS, limit);
  const isYoung = present !== null && present <= limit && present - now > LIFETIME_MS - RENEW_AFTER_MS;
  // A pass that ends with the access can't be extended, however old it is.
  const isFresh = isYoung || present === limit;
  if (!isFresh) writePass(c, signPass(config, expiresAt), Math.ceil((expiresAt - now) / 1000));
}

/** Grants the cookie that lets anyone holding it read one item's media, for six hours and never beyond `until` (epoch ms). */
export function grantItemPass(c: Context<HttpEnv>, { filenames, until }: { filenames: string[]; until: number }): void {
  const { config, now } = c.var.ctx;
  const expiresAt = Math.min(now + ITEM_LIFETIME_MS, until);
  const pass = signItemPass(config, expiresAt, filenames);
  writePass(c, pass, Math.ceil((expiresAt - now) / 1000), ITEM_COOKIE);
}

export function withdrawMediaPass(c: Context<HttpEnv>): void {
  writePass(c, "", 0);
}
