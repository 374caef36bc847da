import { createMiddleware } from "hono/factory";
import type { SandboxEnv } from "../sandbox-env.ts";
import { resendErrorResponse } from "./resend-errors.ts";

/** Resend's edge turns such calls away before its API sees them, hence a plain text that is no JSON error. */
export const requireUserAgent = createMiddleware<SandboxEnv>(async (c, next) => {
  if (!c.req.header("user-agent")) return c.text("error code: 1010", 403);
  await next();
});

export const requireApiKey = createMiddleware<SandboxEnv>(async (c, next) => {
  const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization")?.trim() ?? "")?.[1];
  if (!key) return resendErrorResponse("missing_api_key");
  if (!key.startsWith("re_")) return resendErrorResponse("invalid_api_key");
  await next();
});
