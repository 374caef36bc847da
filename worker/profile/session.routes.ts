import { Hono } from "hono";
import type { VerifyResponse } from "#domain/contract/auth.ts";
import { bearerSession, memberGuard } from "../auth/member-guard.ts";
import { isStale, signSession } from "../auth/sessions.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { describeSession } from "./describe-session.ts";

/** /api/auth/verify: who is signed in. Its answer speaks of content too, which the guards must not know. */
export const sessionRoutes = new Hono<HttpEnv>().get("/verify", memberGuard, async (c) => {
  const { config, now } = c.var.ctx;
  const user = await describeSession(c.var.ctx, { caller: c.var.caller });
  const isOld = isStale(await bearerSession(c), c.var.sessionNow);
  const token = isOld ? await signSession(config, await c.var.caller.member, now) : undefined;
  return c.json({ user, ...(token ? { token } : {}) } satisfies VerifyResponse);
});
