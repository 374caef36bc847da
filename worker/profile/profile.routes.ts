import { Hono } from "hono";
import type { ProfileResponse } from "#domain/contract/members.ts";
import { updateProfileRequest } from "#domain/contract/members.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { readProfile, updateProfile } from "./profile.ts";

/** /api/user: the signed-in member's own account. */
export const profileRoutes = new Hono<HttpEnv>()
  .get("/profile", async (c) => {
    return c.json((await readProfile(c.var.ctx, { caller: c.var.caller })) satisfies ProfileResponse);
  })
  .put("/profile", validate("json", updateProfileRequest), async (c) => {
    const profile = await updateProfile(c.var.ctx, { caller: c.var.caller, change: c.req.valid("json") });
    return c.json(profile satisfies ProfileResponse);
  });
