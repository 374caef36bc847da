import { Hono } from "hono";
import { changePasswordRequest, type SessionResponse, type VerifyResponse } from "#domain/contract/account.ts";
import { updateProfileRequest } from "#domain/contract/profile.ts";
import { asMember, memberGuard } from "../account/member-guard.ts";
import { changePassword } from "../account/password/change-password.ts";
import { isStale, renewToken } from "../account/sessions/sessions.ts";
import { call } from "../http/call.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { askForMails } from "../mail-responses/events/lift-suppression.ts";
import { describeSession } from "./describe-session.ts";
import { readOwnMornings, sendTestMail } from "./mail-check.ts";
import { readProfile, updateProfile } from "./profile.ts";

export const profileRoutes = new Hono<HttpEnv>()
  .get("/profile", call({}, readProfile, asMember))
  .put("/profile", validate("json", updateProfileRequest), async (c) => {
    return c.json(await updateProfile(c.var.ctx, { caller: c.var.caller, change: c.req.valid("json") }));
  })
  .get("/mornings", call({}, readOwnMornings, asMember))
  .post("/test-mail", call({}, sendTestMail, asMember))
  .post("/ask-for-mails", call({}, askForMails, asMember))
  .post("/change-password", authRateLimit, validate("json", changePasswordRequest), async (c) => {
    const { ctx, caller, session, sessionNow } = c.var;
    const { ended } = await changePassword(ctx, { ...c.req.valid("json"), caller, session, network: callerNetwork(c) });
    const token = await renewToken(ctx.config, session, sessionNow);
    return c.json({ token, ...(ended ? { ended } : {}) } satisfies SessionResponse as SessionResponse);
  });

/** /api/auth/verify: who is logged in. It's here because its answer includes content, which the guards must not depend on. */
export const sessionRoutes = new Hono<HttpEnv>().get("/verify", memberGuard, async (c) => {
  const { ctx, caller, session, sessionNow } = c.var;
  const user = await describeSession(ctx, { caller });
  const token = isStale(ctx.config, session, sessionNow)
    ? await renewToken(ctx.config, session, sessionNow)
    : undefined;
  return c.json({ user, ...(token ? { token } : {}) } satisfies VerifyResponse);
});
