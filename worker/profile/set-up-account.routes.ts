import { Hono } from "hono";
import { setupLinkRequest, setupPasswordRequest } from "#domain/contract/account.ts";
import { clientOf, handOut } from "../account/account.routes.ts";
import { call } from "../http/call.ts";
import { authRateLimit } from "../http/caller-network.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { readSetupLink, setUpAccount } from "./set-up-account.ts";

/** /api/auth/setup-link and setup-password: here because a new trial's hour, which depends on wake-ups, is set with its password. */
export const setUpRoutes = new Hono<HttpEnv>()
  .post("/setup-link", authRateLimit, call({ json: setupLinkRequest }, readSetupLink))
  .post("/setup-password", authRateLimit, validate("json", setupPasswordRequest), async (c) => {
    const input = { ...c.req.valid("json"), client: await clientOf(c) };
    return c.json(await handOut(c, await setUpAccount(c.var.ctx, input)));
  });
