import { Hono } from "hono";
import { invitationPreviewRequest, invitationTestRequest, startInvitationsRequest } from "#domain/contract/imports.ts";
import { segment } from "#domain/contract/member-list.ts";
import { call } from "../../http/call.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { previewInvitation, readChoices, testInvitation } from "./choose-invitees.ts";
import { purgeInvitations, readInvitations, startInvitations, stopInvitations } from "./send-invitations.ts";

/** /api/admin/invitations, behind the admin guard. */
export const invitationRoutes = new Hono<HttpEnv>()
  .get("/", call({}, readInvitations))
  .get("/choices", call({ query: segment }, readChoices))
  .post("/preview", call({ json: invitationPreviewRequest }, previewInvitation))
  .post("/test", call({ json: invitationTestRequest }, testInvitation))
  .post("/start", call({ json: startInvitationsRequest }, startInvitations))
  .post("/stop", call({}, stopInvitations))
  .post("/purge", call({}, purgeInvitations));
