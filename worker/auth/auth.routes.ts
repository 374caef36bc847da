import type { Context } from "hono";
import { Hono } from "hono";
import {
  exchangeRequest,
  loginRequest,
  type OkResponse,
  type PasswordResetResponse,
  passwordResetRequest,
  quickLoginRequest,
  type SessionResponse,
  setupPasswordRequest,
} from "#domain/contract/auth.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import { developmentOnly, type HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { grantMediaPass, withdrawMediaPass } from "../media/media-pass-cookie.ts";
import type { Member } from "../members/member.ts";
import { exchangeToken } from "./exchange-token.ts";
import { logIn } from "./log-in.ts";
import { quickLogin } from "./quick-login.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { signSession } from "./sessions.ts";
import { setUpPassword } from "./set-up-password.ts";

async function openSession(c: Context<HttpEnv>, member: Member): Promise<SessionResponse> {
  grantMediaPass(c, member);
  return { token: await signSession(c.var.ctx.config, member, c.var.ctx.now) };
}

/** /api/auth: ways into a session and out of it. */
export const authRoutes = new Hono<HttpEnv>()
  .post("/login", authRateLimit, validate("json", loginRequest), async (c) => {
    const member = await logIn(c.var.ctx, { ...c.req.valid("json"), network: callerNetwork(c) });
    return c.json(await openSession(c, member));
  })
  .post("/request-password-reset", authRateLimit, validate("json", passwordResetRequest), async (c) => {
    return c.json((await requestPasswordReset(c.var.ctx, c.req.valid("json"))) satisfies PasswordResetResponse);
  })
  .post("/setup-password", authRateLimit, validate("json", setupPasswordRequest), async (c) => {
    return c.json(await openSession(c, await setUpPassword(c.var.ctx, c.req.valid("json"))));
  })
  .post("/exchange", authRateLimit, validate("json", exchangeRequest), async (c) => {
    return c.json(await openSession(c, await exchangeToken(c.var.ctx, c.req.valid("json"))));
  })
  .post("/quick-login", developmentOnly, authRateLimit, validate("json", quickLoginRequest), async (c) => {
    return c.json(await openSession(c, await quickLogin(c.var.ctx, c.req.valid("json"))));
  })
  .post("/logout", (c) => {
    withdrawMediaPass(c);
    return c.json({ ok: true } satisfies OkResponse);
  });
