import { Hono } from "hono";
import { changeTrialEndRequest, createTrialRequest, trialUserRef, trialUsersRequest } from "#domain/contract/access.ts";
import {
  endGrantRequest,
  grantAccessRequest,
  grantRef,
  memberRef,
  passwordMailRequest,
} from "#domain/contract/members.ts";
import { call } from "../http/call.ts";
import { linkNext } from "../http/next-page.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { changeTrialEnd, inviteAgain } from "./change-trial.ts";
import { endAccess, grantAccess } from "./grant-access.ts";
import { grantTrial } from "./grant-trial.ts";
import { deleteTrialUser, listTrialUsers } from "./trial-users.ts";

/** /api/admin: trials and access, behind the admin guard. */
export const accessRoutes = new Hono<HttpEnv>()
  .post("/create-trial", call({ json: createTrialRequest }, grantTrial))
  .get("/trial-users", validate("query", trialUsersRequest), async (c) => {
    const { users, next } = await listTrialUsers(c.var.ctx, c.req.valid("query"));
    if (next !== null) linkNext(c, { after: next });
    return c.json(users);
  })
  .delete("/trial-users/:id", call({ param: trialUserRef }, deleteTrialUser))
  .post("/trial-users/:id/invite", call({ param: trialUserRef, json: passwordMailRequest }, inviteAgain))
  .put("/trial-users/:id/end", call({ param: trialUserRef, json: changeTrialEndRequest }, changeTrialEnd))
  .post("/members/:id/grants", call({ param: memberRef, json: grantAccessRequest }, grantAccess))
  .post("/members/:id/grants/:grantId/end", call({ param: grantRef, json: endGrantRequest }, endAccess));
