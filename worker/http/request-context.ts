import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import { type Ctx, createContext } from "../kernel/context.ts";
import { ConfigError, type Env, readConfig } from "../kernel/env.ts";
import { errorFields, log } from "../kernel/log.ts";

/** What every Hono handler finds on `c`. Guards declare their additions in their own types. */
export type HttpEnv = {
  Bindings: Env;
  Variables: {
    ctx: Ctx;
    requestId: string;
    /** The earlier of `ctx.now` and the real clock, so a test that sets the clock a month ahead stays logged in. */
    sessionNow: number;
  };
};

const LONGEST_USER_AGENT = 200;

/** The caller's address as Cloudflare's edge saw it; null if unknown. */
export function callerAddress(c: Context): string | null {
  const given = c.req.header("cf-connecting-ip") ?? "";
  return ipaddr.isValid(given) ? given : null;
}

function clockOf(isDevelopment: boolean, header: string | undefined): number {
  if (!isDevelopment || header === undefined) return Date.now();
  const instant = new Date(/^\d+$/.test(header) ? Number(header) : header).getTime();
  return Number.isNaN(instant) ? Date.now() : instant;
}

/** Builds the use cases' context. `x-daybolt-now` (ISO or ms) sets its clock, in development only. */
export const requestContext = createMiddleware<HttpEnv>(async (c, next) => {
  const { isDevelopment } = readConfig(c.env);
  const now = clockOf(isDevelopment, c.req.header("x-daybolt-now"));
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const userAgent = c.req.header("user-agent")?.slice(0, LONGEST_USER_AGENT) ?? null;
  const startedAt = Date.now();
  const clock = () => now + Date.now() - startedAt;
  const origin = { now, clock, requestId: c.get("requestId"), ipAddress: callerAddress(c), userAgent };
  c.set("ctx", createContext(c.env, { ...origin, defer }));
  c.set("sessionNow", Math.min(now, Date.now()));
  await next();
});

/** Answers 503 if the configuration is invalid, since no context can be built then. `bodyOf` gets the names of the variables. */
export function answerMisconfigured(bodyOf: (names: string[]) => object) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    try {
      readConfig(c.env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      log("error", "misconfigured", errorFields(error));
      c.header("cache-control", "no-store");
      return c.json(bodyOf(error.names), 503);
    }
    return next();
  });
}

export const developmentOnly = createMiddleware<HttpEnv>(async (c, next) => {
  if (!c.var.ctx.config.isDevelopment) return c.notFound();
  await next();
});
