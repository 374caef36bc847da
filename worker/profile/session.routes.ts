import { Hono } from "hono";
import type { VerifyResponse } from "#domain/contract/account.ts";
import { memberGuard } from "../account/member-guard.ts";
import { isStale, renewToken } from "../account/sessions/sessions.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { describeSession } from "./describe-session.ts";

/** /api/auth/verify: who is signed in. Its answer speaks of content too, which the guards must not know. */
export const sessionRoutes = new Hono<HttpEnv>().get("/verify", memberGuard, async (c) => {
  const { ctx, caller, session, sessionNow } = c.var;
  const user = await describeSession(ctx, { caller });
  const token = isStale(ctx.config, session, sessionNow)
    ? await renewToken(ctx.config, session, sessionNow)
    : undefined;
  return c.json({ user, ...(token ? { token } : {}) } satisfies VerifyResponse);
});
