import { createMiddleware } from "hono/factory";
import { createContext } from "../context.ts";
import { readConfig } from "../env.ts";
import type { HttpEnv } from "./http-env.ts";

function clockOf(isDevelopment: boolean, header: string | undefined): number {
  if (!isDevelopment || header === undefined) return Date.now();
  const instant = new Date(/^\d+$/.test(header) ? Number(header) : header).getTime();
  return Number.isNaN(instant) ? Date.now() : instant;
}

/** Builds the use cases' context. In development alone `x-daybolt-now` (ISO or ms) sets its clock. */
export const requestContext = createMiddleware<HttpEnv>(async (c, next) => {
  const { isDevelopment } = readConfig(c.env);
  c.set(
    "ctx",
    createContext(c.env, {
      now: clockOf(isDevelopment, c.req.header("x-daybolt-now")),
      requestId: c.get("requestId"),
      defer: (work) => c.executionCtx.waitUntil(work),
    }),
  );
  await next();
});
