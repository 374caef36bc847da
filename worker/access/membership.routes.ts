import { Hono } from "hono";
import {
  type CreateTrialResponse,
  changeTrialEndRequest,
  createTrialRequest,
  inviteAgainRequest,
  type TrialUser,
  trialUserRef,
  trialUsersRequest,
} from "#domain/contract/access.ts";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  type DoneResponse,
  endGrantRequest,
  grantAccessRequest,
  grantRef,
  memberRef,
} from "#domain/contract/members.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { changeTrialEnd, inviteAgain } from "./change-trial.ts";
import { endAccess, grantAccess } from "./grant-access.ts";
import { grantTrial } from "./grant-trial.ts";
import { deleteTrialUser, listTrialUsers } from "./trial-users.ts";

/** /api/admin: trials and access, behind the admin guard. */
export const membershipRoutes = new Hono<HttpEnv>()
  .post("/create-trial", validate("json", createTrialRequest), async (c) => {
    return c.json((await grantTrial(c.var.ctx, c.req.valid("json"))) satisfies CreateTrialResponse);
  })
  .get("/trial-users", validate("query", trialUsersRequest), async (c) => {
    return c.json((await listTrialUsers(c.var.ctx, c.req.valid("query"))) satisfies TrialUser[]);
  })
  .delete("/trial-users/:id", validate("param", trialUserRef), async (c) => {
    await deleteTrialUser(c.var.ctx, c.req.valid("param"));
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/trial-users/:id/invite", validate("param", trialUserRef), validate("json", inviteAgainRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json((await inviteAgain(c.var.ctx, input)) satisfies DoneResponse);
  })
  .put("/trial-users/:id/end", validate("param", trialUserRef), validate("json", changeTrialEndRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json((await changeTrialEnd(c.var.ctx, input)) satisfies DoneResponse);
  })
  .post("/members/:id/grants", validate("param", memberRef), validate("json", grantAccessRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json((await grantAccess(c.var.ctx, input)) satisfies DoneResponse);
  })
  .post(
    "/members/:id/grants/:grantId/end",
    validate("param", grantRef),
    validate("json", endGrantRequest),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return c.json((await endAccess(c.var.ctx, input)) satisfies DoneResponse);
    },
  );
