import { Hono } from "hono";
import type { AdminStats } from "#domain/contract/admin.ts";
import type { OkResponse } from "#domain/contract/auth.ts";
import { type CreateTrialResponse, createTrialRequest, type TrialUser, trialUserRef } from "#domain/contract/trials.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { createTrial } from "../trials/create-trial.ts";
import { deleteTrialUser } from "../trials/delete-trial-user.ts";
import { listTrialUsers } from "../trials/list-trial-users.ts";
import { readStats } from "./read-stats.ts";

/** /api/admin: every call carries the admin password. */
export const adminRoutes = new Hono<HttpEnv>()
  .post("/verify", (c) => c.json({ ok: true } satisfies OkResponse))
  .get("/stats", async (c) => c.json((await readStats(c.var.ctx)) satisfies AdminStats))
  .post("/create-trial", validate("json", createTrialRequest), async (c) => {
    return c.json((await createTrial(c.var.ctx, c.req.valid("json"))) satisfies CreateTrialResponse);
  })
  .get("/trial-users", async (c) => c.json((await listTrialUsers(c.var.ctx)) satisfies TrialUser[]))
  .delete("/trial-users/:id", validate("param", trialUserRef), async (c) => {
    await deleteTrialUser(c.var.ctx, c.req.valid("param"));
    return c.json({ ok: true } satisfies OkResponse);
  });
