import { Hono } from "hono";
import { loginRequest, type SessionResponse } from "#domain/contract/account.ts";
import { deleteAccountRequest, keyRequest } from "#domain/contract/privacy.ts";
import { asMember } from "../account/member-guard.ts";
import { signToken } from "../account/sessions/sessions.ts";
import { call } from "../http/call.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import { grantMediaPass, withdrawMediaPass } from "../http/media-pass-cookie.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { deleteAccount } from "./delete-account.ts";
import { askForData, downloadData } from "./export-data.ts";
import { keepAccount, keepAccountByPassword } from "./keep-account.ts";
import { readPrivacy } from "./read-privacy.ts";
import { readRetention } from "./retention/read-retention.ts";

/** /api/user/privacy: the logged-in member's data, a copy of it, and account deletion. */
export const privacyRoutes = new Hono<HttpEnv>()
  .get("/", call({}, readPrivacy, asMember))
  .post("/export", call({}, askForData, asMember))
  .post("/download", call({ json: keyRequest }, downloadData, asMember))
  .post("/delete", authRateLimit, validate("json", deleteAccountRequest), async (c) => {
    const { ctx, caller, session } = c.var;
    const input = { caller, session, confirmation: c.req.valid("json"), network: callerNetwork(c) };
    const closed = await deleteAccount(ctx, input);
    // The guard runs after this and gives members without access no media pass.
    Object.assign(await caller.member, { accessEndsAt: null });
    withdrawMediaPass(c);
    return c.json(closed);
  });

/** /api/auth/keep-account: restores a closed account by the emailed link or the password, without a session. */
export const keepAccountRoutes = new Hono<HttpEnv>()
  .post("/keep-account", authRateLimit, call({ json: keyRequest }, keepAccount))
  .post("/keep-account/login", authRateLimit, validate("json", loginRequest), async (c) => {
    const { ctx, sessionNow } = c.var;
    const client = { userAgent: c.req.header("user-agent") ?? null, now: sessionNow };
    const login = { ...c.req.valid("json"), network: callerNetwork(c), client };
    const { member, session } = await keepAccountByPassword(ctx, login);
    grantMediaPass(c, member);
    return c.json({ token: await signToken(ctx.config, session, sessionNow) } satisfies SessionResponse);
  });

/** /api/admin/retention: coming and past purges. The admin guard runs first. */
export const retentionRoutes = new Hono<HttpEnv>().get("/", call({}, readRetention));
