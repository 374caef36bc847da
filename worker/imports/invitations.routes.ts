import { Hono } from "hono";
import type { InvitationsResponse } from "#domain/contract/invitations.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { purgeInvitations, readInvitations, startInvitations, stopInvitations } from "./manage-invitations.ts";

/** /api/admin/invitations, behind the admin guard. */
export const invitationRoutes = new Hono<HttpEnv>()
  .get("/", async (c) => c.json((await readInvitations(c.var.ctx)) satisfies InvitationsResponse))
  .post("/start", async (c) => c.json((await startInvitations(c.var.ctx)) satisfies InvitationsResponse))
  .post("/stop", async (c) => c.json((await stopInvitations(c.var.ctx)) satisfies InvitationsResponse))
  .post("/purge", async (c) => c.json((await purgeInvitations(c.var.ctx)) satisfies InvitationsResponse));
