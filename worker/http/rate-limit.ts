import { createMiddleware } from "hono/factory";
import type { Env } from "../env.ts";
import { rateLimited } from "../errors.ts";
import { callerAddress } from "./caller-address.ts";
import type { HttpEnv } from "./http-env.ts";

const PERIOD_SECONDS = 60;

/** A first limit against floods. It counts per Cloudflare location, so the exact counts stand in D1. */
function rateLimit(binding: keyof Env & `${string}_RATE_LIMIT`) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { success } = await c.env[binding].limit({ key: callerAddress(c) });
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
