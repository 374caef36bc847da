import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import type { Env } from "../env.ts";
import { rateLimited } from "../errors.ts";
import type { HttpEnv } from "./request-context.ts";

const PERIOD_SECONDS = 60;

/** The address a request comes from, as Cloudflare's edge saw it; null where nothing told. */
export function callerAddress(c: Context): string | null {
  const given = c.req.header("cf-connecting-ip") ?? "";
  return ipaddr.isValid(given) ? given : null;
}

/**
 * The network a request comes from, as Cloudflare's edge saw it (clients cannot set this header there): an IPv4 address, or
 * the /64 of an IPv6 address, since one line owns all of it and could else count as a new caller at each attempt.
 */
export function callerNetwork(c: Context): string {
  const given = callerAddress(c);
  if (given === null) return "unknown";
  // IPv4 within IPv6 is told as IPv4.
  const address = ipaddr.process(given);
  if (address.kind() === "ipv4") return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}

/** A first limit against floods. It counts per Cloudflare location, so the exact counts stand in D1. */
function rateLimit(binding: keyof Env & `${string}_RATE_LIMIT`) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { success } = await c.env[binding].limit({ key: callerNetwork(c) });
    if (!success) throw rateLimited(PERIOD_SECONDS);
    await next();
  });
}

/** Keeps a flood away from the password hash. */
export const authRateLimit = rateLimit("AUTH_RATE_LIMIT");

/** Far above the clicks that a mail provider passes on for its users. */
export const unsubscribeRateLimit = rateLimit("UNSUBSCRIBE_RATE_LIMIT");

/** Keeps a flood of guesses away from the admin password. */
export const adminRateLimit = rateLimit("ADMIN_RATE_LIMIT");
