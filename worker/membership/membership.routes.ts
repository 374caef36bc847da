import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/auth.ts";
import { type CreateTrialResponse, createTrialRequest, type TrialUser, trialUserRef } from "#domain/contract/trials.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { grantTrial } from "./grant-trial.ts";
import { deleteTrialUser, listTrialUsers } from "./trial-users.ts";

/** /api/admin: trials. The admin guard stands before every path below it. */
export const membershipRoutes = new Hono<HttpEnv>()
  .post("/create-trial", validate("json", createTrialRequest), async (c) => {
    return c.json((await grantTrial(c.var.ctx, c.req.valid("json"))) satisfies CreateTrialResponse);
  })
  .get("/trial-users", async (c) => c.json((await listTrialUsers(c.var.ctx)) satisfies TrialUser[]))
  .delete("/trial-users/:id", validate("param", trialUserRef), async (c) => {
    await deleteTrialUser(c.var.ctx, c.req.valid("param"));
    return c.json({ ok: true } satisfies OkResponse);
  });
