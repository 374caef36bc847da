import { Hono } from "hono";
import { call } from "../../http/call.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { purgeInvitations, readInvitations, startInvitations, stopInvitations } from "./send-invitations.ts";

/** /api/admin/invitations, behind the admin guard. */
export const invitationRoutes = new Hono<HttpEnv>()
  .get("/", call({}, readInvitations))
  .post("/start", call({}, startInvitations))
  .post("/stop", call({}, stopInvitations))
  .post("/purge", call({}, purgeInvitations));
