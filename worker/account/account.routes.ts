import { type Context, Hono } from "hono";
import {
  addressRequest,
  type ConfirmedAddress,
  linkRequest,
  loginRequest,
  type OkResponse,
  type SessionResponse,
  sessionRef,
} from "#domain/contract/account.ts";
import { keptFeeds } from "#domain/contract/feed.ts";
import { call } from "../http/call.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import { grantMediaPass, withdrawMediaPass } from "../http/media-pass-cookie.ts";
import { developmentOnly, type HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { checkAddressLink, confirmAddress } from "./address/confirm-address.ts";
import { correctAddress } from "./address/correct-address.ts";
import { exchangeToken, logIn, quickLogin } from "./log-in.ts";
import { asMember, bearerSession, inSession } from "./member-guard.ts";
import { requestPasswordReset } from "./password/request-password-reset.ts";
import { mailOwnerCode } from "./require-owner.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions/own-sessions.ts";
import { type Client, logOut, type OpenedSession, signToken } from "./sessions/sessions.ts";

export async function clientOf(c: Context<HttpEnv>): Promise<Client> {
  const held = await bearerSession(c);
  return { userAgent: c.req.header("user-agent") ?? null, now: c.var.sessionNow, heldId: held?.id ?? null };
}

export async function handOut(
  c: Context<HttpEnv>,
  { member, session, ended }: OpenedSession,
): Promise<SessionResponse> {
  grantMediaPass(c, member);
  const token = await signToken(c.var.ctx.config, session, c.var.sessionNow);
  return { token, ...(ended ? { ended } : {}) };
}

const fromNetwork = (c: Context<HttpEnv>) => ({ network: callerNetwork(c) });
const asCaller = (c: Context<HttpEnv>) => ({ ...asMember(c), ...fromNetwork(c) });

export const accountRoutes = new Hono<HttpEnv>()
  .post("/login", authRateLimit, validate("json", loginRequest), async (c) => {
    const input = { ...c.req.valid("json"), network: callerNetwork(c), client: await clientOf(c) };
    return c.json(await handOut(c, await logIn(c.var.ctx, input)));
  })
  .post("/request-password-reset", authRateLimit, call({ json: addressRequest }, requestPasswordReset, fromNetwork))
  .post("/exchange", authRateLimit, validate("json", linkRequest), async (c) => {
    const input = { ...c.req.valid("json"), client: await clientOf(c) };
    return c.json(await handOut(c, await exchangeToken(c.var.ctx, input)));
  })
  .post("/quick-login", developmentOnly, authRateLimit, validate("json", addressRequest), async (c) => {
    const input = { ...c.req.valid("json"), client: await clientOf(c) };
    return c.json(await handOut(c, await quickLogin(c.var.ctx, input)));
  })
  .post("/confirm-address", authRateLimit, validate("json", linkRequest), async (c) => {
    const input = { ...c.req.valid("json"), client: await clientOf(c) };
    return c.json((await confirmAddress(c.var.ctx, input)) satisfies ConfirmedAddress);
  })
  .post("/confirm-address/check", authRateLimit, call({ json: linkRequest }, checkAddressLink))
  .post("/logout", async (c) => {
    withdrawMediaPass(c);
    const session = await bearerSession(c);
    if (session) await logOut(c.var.ctx, session);
    return c.json({ ok: true } satisfies OkResponse);
  });

export const ownSessionRoutes = new Hono<HttpEnv>()
  .post("/correct-address", authRateLimit, call({ json: addressRequest }, correctAddress, asCaller))
  .post("/email-code", authRateLimit, call({}, mailOwnerCode, inSession))
  .get("/sessions", call({}, listSessions, inSession))
  .delete("/sessions", call({ query: keptFeeds }, endOtherSessions, inSession))
  .delete("/sessions/:id", call({ param: sessionRef }, endSession, asMember));
