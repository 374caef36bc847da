import { Hono } from "hono";
import { keptFeeds } from "#domain/contract/feed.ts";
import { confirmMemberJobRequest, memberJobRef, newMemberJobRequest } from "#domain/contract/member-jobs.ts";
import { memberExport, memberListRequest } from "#domain/contract/member-list.ts";
import {
  addNoteRequest,
  changeAddressRequest,
  mailRef,
  memberMailListRequest,
  memberRef,
  noteRef,
  passwordMailRequest,
  resendMailRequest,
  setLabelsRequest,
  setMailsRequest,
  wakeUpRef,
} from "#domain/contract/members.ts";
import { askForAddress } from "../account/address/change-address.ts";
import { call } from "../http/call.ts";
import { csvHeaders } from "../http/csv-headers.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { liftSuppression } from "../mail-responses/events/lift-suppression.ts";
import { closeForMember } from "../privacy/delete-account.ts";
import { countMembers } from "./count-members.ts";
import { exportMembers } from "./export-members.ts";
import { mailPasswordLink, resendMail, setMails, signOutEverywhere } from "./help-member.ts";
import { listMembers } from "./list-members.ts";
import { cancelMemberJob, confirmMemberJob, createMemberJob, listMemberJobs } from "./member-jobs.ts";
import { listMemberMails, openMail, openWakeUp, readMemberMornings } from "./member-mails.ts";
import { addNote, removeNote, setLabels } from "./notes-and-labels.ts";
import { readMemberFile } from "./read-member-file.ts";

/** /api/admin/members: what administrators see of members and do for them. The admin guard runs first. */
export const memberRoutes = new Hono<HttpEnv>()
  .get("/", call({ query: memberListRequest }, listMembers))
  .get("/counts", call({}, countMembers))
  .get("/export", validate("query", memberExport), async (c) => {
    return c.body(await exportMembers(c.var.ctx, c.req.valid("query")), 200, csvHeaders("members.csv"));
  })
  .get("/jobs", call({}, listMemberJobs))
  .post("/jobs", call({ json: newMemberJobRequest }, createMemberJob))
  .post("/jobs/:id/confirm", call({ param: memberJobRef, json: confirmMemberJobRequest }, confirmMemberJob))
  .delete("/jobs/:id", call({ param: memberJobRef }, cancelMemberJob))
  .get("/:id", call({ param: memberRef }, readMemberFile))
  .get("/:id/mails", call({ param: memberRef, query: memberMailListRequest }, listMemberMails))
  .get("/:id/mails/:mailId", call({ param: mailRef }, openMail))
  .get("/:id/wake-ups/:date", call({ param: wakeUpRef }, openWakeUp))
  .get("/:id/mornings", call({ param: memberRef }, readMemberMornings))
  .put("/:id/labels", call({ param: memberRef, json: setLabelsRequest }, setLabels))
  .post("/:id/notes", call({ param: memberRef, json: addNoteRequest }, addNote))
  .delete("/:id/notes/:noteId", call({ param: noteRef }, removeNote))
  .post("/:id/password-mail", call({ param: memberRef, json: passwordMailRequest }, mailPasswordLink))
  .post("/:id/mails", call({ param: memberRef, json: setMailsRequest }, setMails))
  .post("/:id/close", call({ param: memberRef }, closeForMember))
  .post("/:id/lift-suppression", call({ param: memberRef }, liftSuppression))
  .post("/:id/sign-out", call({ param: memberRef, query: keptFeeds }, signOutEverywhere))
  .post("/:id/address", call({ param: memberRef, json: changeAddressRequest }, askForAddress))
  .post("/:id/resend", call({ param: memberRef, json: resendMailRequest }, resendMail));
