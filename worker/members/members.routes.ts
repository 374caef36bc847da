import { Hono } from "hono";
import type { ProfileResponse } from "#domain/contract/members.ts";
import { updateProfileRequest } from "#domain/contract/members.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { memberGuard } from "../http/member-guard.ts";
import { validate } from "../http/validate.ts";
import { toProfile } from "./to-profile.ts";
import { updateProfile } from "./update-profile.ts";

/** /api/user: the signed-in member's own account. */
export const memberRoutes = new Hono<HttpEnv>()
  .get("/profile", memberGuard, async (c) => {
    const { config, now } = c.var.ctx;
    return c.json(toProfile(await c.var.caller.member, config, now) satisfies ProfileResponse);
  })
  .put("/profile", memberGuard, validate("json", updateProfileRequest), async (c) => {
    const profile = await updateProfile(c.var.ctx, { caller: c.var.caller, change: c.req.valid("json") });
    return c.json(profile satisfies ProfileResponse);
  });
