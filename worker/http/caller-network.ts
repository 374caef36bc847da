import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Env } from "../kernel/env.ts";
import { rateLimited } from "../kernel/errors.ts";
import { networkOf } from "../kernel/network.ts";
import { callerAddress, type HttpEnv } from "./request-context.ts";

const PERIOD_SECONDS = 60;

/** Clients can't forge the address header at the edge. */
export const callerNetwork = (c: Context): string => networkOf(callerAddress(c));

/** A first limit against floods. It counts per Cloudflare location, so the exact counts are in D1. */
function rateLimit(binding: keyof Env & `${string}_RATE_LIMIT`) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { success } = await c.env[binding].limit({ key: callerNetwork(c) });
    if (!success) throw rateLimited(PERIOD_SECONDS);
    await next();
  });
}

/** Keeps floods away from password hashing, which is expensive. */
export const authRateLimit = rateLimit("AUTH_RATE_LIMIT");

/** Well above the clicks that an email provider relays for its users. */
export const unsubscribeRateLimit = rateLimit("UNSUBSCRIBE_RATE_LIMIT");

export const adminRateLimit = rateLimit("ADMIN_RATE_LIMIT");
