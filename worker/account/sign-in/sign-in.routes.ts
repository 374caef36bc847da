import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { addressRequest, linkRequest, type OkResponse, signInCodeRequest } from "#domain/contract/account.ts";
import { LINK_LIFETIME_MS } from "#domain/rules/single-use-links.ts";
import { call } from "../../http/call.ts";
import { authRateLimit, callerNetwork } from "../../http/caller-network.ts";
import { setHttpOnlyCookie } from "../../http/cookies.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { clientOf, handOut } from "../account.routes.ts";
import { requestSignIn } from "./request-sign-in.ts";
import { checkSignInLink, signInByCode, signInByLink } from "./sign-in.ts";

const COOKIE = "sign_in";

function writeCookie(c: Context<HttpEnv>, value: string, ms: number): void {
  const scope = { path: "/api/auth/sign-in", maxAgeSeconds: ms / 1000, sameSite: "Strict" } as const;
  setHttpOnlyCookie(c, COOKIE, value, scope);
}

/** /api/auth/sign-in: logging in with a link or a code in an email. */
export const signInRoutes = new Hono<HttpEnv>()
  .post("/", authRateLimit, validate("json", addressRequest), async (c) => {
    const { secret } = await requestSignIn(c.var.ctx, { ...c.req.valid("json"), network: callerNetwork(c) });
    writeCookie(c, secret, LINK_LIFETIME_MS["sign-in"]);
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/check", authRateLimit, call({ json: linkRequest }, checkSignInLink))
  .post("/link", authRateLimit, validate("json", linkRequest), async (c) => {
    const opened = await signInByLink(c.var.ctx, { ...c.req.valid("json"), client: await clientOf(c) });
    return c.json(await handOut(c, opened));
  })
  .post("/code", authRateLimit, validate("json", signInCodeRequest), async (c) => {
    const entered = { ...c.req.valid("json"), secret: getCookie(c, COOKIE), network: callerNetwork(c) };
    const opened = await signInByCode(c.var.ctx, { ...entered, client: await clientOf(c) });
    writeCookie(c, "", 0);
    return c.json(await handOut(c, opened));
  });
