import { Hono } from "hono";
import {
  changePasswordRequest,
  type OkResponse,
  type SessionResponse,
  type VerifyResponse,
} from "#domain/contract/account.ts";
import { type MorningsResponse, type ProfileResponse, updateProfileRequest } from "#domain/contract/profile.ts";
import { memberGuard } from "../account/member-guard.ts";
import { changePassword } from "../account/password/change-password.ts";
import { isStale, renewToken } from "../account/sessions/sessions.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { askForMails } from "../mail-responses/events/lift-suppression.ts";
import { describeSession } from "./describe-session.ts";
import { readOwnMornings, sendTestMail } from "./mail-check.ts";
import { readProfile, updateProfile } from "./profile.ts";

export const profileRoutes = new Hono<HttpEnv>()
  .get("/profile", async (c) => {
    return c.json((await readProfile(c.var.ctx, { caller: c.var.caller })) satisfies ProfileResponse);
  })
  .put("/profile", validate("json", updateProfileRequest), async (c) => {
    const profile = await updateProfile(c.var.ctx, { caller: c.var.caller, change: c.req.valid("json") });
    return c.json(profile satisfies ProfileResponse);
  })
  .get("/mornings", async (c) => {
    return c.json((await readOwnMornings(c.var.ctx, { caller: c.var.caller })) satisfies MorningsResponse);
  })
  .post("/test-mail", async (c) => {
    await sendTestMail(c.var.ctx, { caller: c.var.caller });
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/ask-for-mails", async (c) => {
    await askForMails(c.var.ctx, { caller: c.var.caller });
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/change-password", authRateLimit, validate("json", changePasswordRequest), async (c) => {
    const { ctx, caller, session, sessionNow } = c.var;
    await changePassword(ctx, { ...c.req.valid("json"), caller, session, network: callerNetwork(c) });
    return c.json({ token: await renewToken(ctx.config, session, sessionNow) } satisfies SessionResponse);
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
