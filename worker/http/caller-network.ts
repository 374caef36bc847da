import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import type { Env } from "../kernel/env.ts";
import { rateLimited } from "../kernel/errors.ts";
import { networkOf } from "../kernel/network.ts";
import type { HttpEnv } from "./request-context.ts";

const PERIOD_SECONDS = 60;

/** The address a request comes from, as Cloudflare's edge saw it; null where nothing told. */
export function callerAddress(c: Context): string | null {
  const given = c.req.header("cf-connecting-ip") ?? "";
  return ipaddr.isValid(given) ? given : null;
}

/** The network a request comes from; clients cannot set the header of its address at the edge. */
export function callerNetwork(c: Context): string {
  return networkOf(callerAddress(c));
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
