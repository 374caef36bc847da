import { Hono } from "hono";
import { loginRequest } from "#domain/contract/account.ts";
import { deleteAccountRequest, keyRequest } from "#domain/contract/privacy.ts";
import { clientOf, handOut } from "../account/account.routes.ts";
import { asMember } from "../account/member-guard.ts";
import { call } from "../http/call.ts";
import { authRateLimit, callerNetwork } from "../http/caller-network.ts";
import { withdrawMediaPass } from "../http/media-pass-cookie.ts";
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
    const login = { ...c.req.valid("json"), network: callerNetwork(c), client: await clientOf(c) };
    return c.json(await handOut(c, await keepAccountByPassword(c.var.ctx, login)));
  });

/** /api/admin/retention: coming and past purges. The admin guard runs first. */
export const retentionRoutes = new Hono<HttpEnv>().get("/", call({}, readRetention));
