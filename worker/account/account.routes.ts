import { type Context, Hono } from "hono";
import {
  addressRequest,
  linkRequest,
  loginRequest,
  type OkResponse,
  type SessionResponse,
  sessionRef,
} from "#domain/contract/account.ts";
import { call } from "../http/call.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import { grantMediaPass, withdrawMediaPass } from "../http/media-pass-cookie.ts";
import { developmentOnly, type HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { checkAddressLink, confirmAddress } from "./address/change-address.ts";
import { exchangeToken, logIn, quickLogin } from "./log-in.ts";
import { asMember, bearerSession } from "./member-guard.ts";
import { requestPasswordReset } from "./password/request-password-reset.ts";
import { mailOwnerCode } from "./require-owner.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions/own-sessions.ts";
import { type Client, logOut, type OpenedSession, signToken } from "./sessions/sessions.ts";

export function clientOf(c: Context<HttpEnv>): Client {
  return { userAgent: c.req.header("user-agent") ?? null, now: c.var.sessionNow };
}

export async function handOut(c: Context<HttpEnv>, { member, session }: OpenedSession): Promise<SessionResponse> {
  grantMediaPass(c, member);
  return { token: await signToken(c.var.ctx.config, session, c.var.sessionNow) };
}

const fromNetwork = (c: Context<HttpEnv>) => ({ network: callerNetwork(c) });
const inSession = ({ var: { caller, session, sessionNow: now } }: Context<HttpEnv>) => ({ caller, session, now });

export const accountRoutes = new Hono<HttpEnv>()
  .post("/login", authRateLimit, validate("json", loginRequest), async (c) => {
    const input = { ...c.req.valid("json"), network: callerNetwork(c), client: clientOf(c) };
    return c.json(await handOut(c, await logIn(c.var.ctx, input)));
  })
  .post("/request-password-reset", authRateLimit, call({ json: addressRequest }, requestPasswordReset, fromNetwork))
  .post("/exchange", authRateLimit, validate("json", linkRequest), async (c) => {
    const input = { ...c.req.valid("json"), client: clientOf(c) };
    return c.json(await handOut(c, await exchangeToken(c.var.ctx, input)));
  })
  .post("/quick-login", developmentOnly, authRateLimit, validate("json", addressRequest), async (c) => {
    const input = { ...c.req.valid("json"), client: clientOf(c) };
    return c.json(await handOut(c, await quickLogin(c.var.ctx, input)));
  })
  .post("/confirm-address", authRateLimit, call({ json: linkRequest }, confirmAddress))
  .post("/confirm-address/check", authRateLimit, call({ json: linkRequest }, checkAddressLink))
  .post("/logout", async (c) => {
    withdrawMediaPass(c);
    const session = await bearerSession(c);
    if (session) await logOut(c.var.ctx, session);
    return c.json({ ok: true } satisfies OkResponse);
  });

export const ownSessionRoutes = new Hono<HttpEnv>()
  .post("/email-code", authRateLimit, call({}, mailOwnerCode, inSession))
  .get("/sessions", call({}, listSessions, inSession))
  .delete("/sessions", call({}, endOtherSessions, inSession))
  .delete("/sessions/:id", call({ param: sessionRef }, endSession, asMember));
