import { createMiddleware } from "hono/factory";
import type { SandboxEnv } from "../hang-up.ts";
import { resendErrorResponse } from "./resend-errors.ts";
import type { Traffic } from "./traffic.ts";

/** Resend's edge rejects such calls before they reach its API, so the error is plain text, not JSON. */
export const requireUserAgent = createMiddleware(async (c, next) => {
  if (!c.req.header("user-agent")) return c.text("error code: 1010", 403);
  await next();
});

export const requireApiKey = createMiddleware(async (c, next) => {
  const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization")?.trim() ?? "")?.[1];
  if (!key) return resendErrorResponse("missing_api_key");
  if (!key.startsWith("re_")) return resendErrorResponse("invalid_api_key");
  await next();
});

/** Counts sending calls. */
export function countCalls(traffic: Traffic, now: () => number) {
  return createMiddleware<SandboxEnv>(async (c, next) => {
    if (!c.req.path.startsWith("/emails")) return next();
    const at = now();
    traffic.begin();
    try {
      await next();
    } finally {
      traffic.end({ at, mails: c.get("mails") ?? 1, status: c.res.status });
    }
  });
}

const WINDOW_MS = 1000;

/** Resend counts per team, so one window covers every key. */
export function rateLimit({ now, rate }: { now: () => number; rate: number }) {
  let windowStart = Number.NEGATIVE_INFINITY;
  let used = 0;

  return createMiddleware(async (c, next) => {
    if (now() - windowStart >= WINDOW_MS) {
      windowStart = now();
      used = 0;
    }
    used += 1;
    const secondsLeft = String(Math.ceil((windowStart + WINDOW_MS - now()) / 1000));
    const headers = {
      "ratelimit-limit": String(rate),
      "ratelimit-policy": `${rate};w=${WINDOW_MS / 1000}`,
      "ratelimit-remaining": String(Math.max(0, rate - used)),
      "ratelimit-reset": secondsLeft,
    };
    if (used > rate) c.res = resendErrorResponse("rate_limit_exceeded", { "retry-after": secondsLeft });
    else await next();
    // A fault's response may have set its own numbers.
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  });
}
