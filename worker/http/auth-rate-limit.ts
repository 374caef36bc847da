import { createMiddleware } from "hono/factory";
import { rateLimited } from "../errors.ts";
import { callerAddress } from "./caller-address.ts";
import type { HttpEnv } from "./http-env.ts";

const PERIOD_SECONDS = 60;

/** Keeps a flood away from the password hash. It counts per Cloudflare location, so the exact counts stand in D1. */
export const authRateLimit = createMiddleware<HttpEnv>(async (c, next) => {
  const { success } = await c.env.AUTH_RATE_LIMIT.limit({ key: callerAddress(c) });
  if (!success) throw rateLimited(PERIOD_SECONDS);
  await next();
});
