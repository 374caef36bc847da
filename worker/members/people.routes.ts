import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import { memberFilter, memberListRequest } from "#domain/contract/member-list.ts";
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
  wakeUpRef,
} from "#domain/contract/members.ts";
import { askForAddress } from "../account/address/change-address.ts";
import { csvHeaders } from "../http/csv-headers.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { liftSuppression } from "../mail-responses/events/lift-suppression.ts";
import { countMembers } from "./count-members.ts";
import { exportMembers } from "./export-members.ts";
import { mailPasswordLink, resendMail, signOutEverywhere } from "./help-member.ts";
import { listMemberMails, readMemberMornings } from "./list-member-mails.ts";
import { listMembers } from "./list-members.ts";
import { addNote, removeNote, setLabels } from "./notes-and-labels.ts";
import { openMail, openWakeUp } from "./open-member-mail.ts";
import { readMemberFile } from "./read-member-file.ts";

/** /api/admin/members: what administrators see of members and do for them. The admin guard runs first. */
export const peopleRoutes = new Hono<HttpEnv>()
  .get("/", validate("query", memberListRequest), async (c) => {
    return c.json(await listMembers(c.var.ctx, c.req.valid("query")));
  })
  .get("/counts", async (c) => c.json(await countMembers(c.var.ctx)))
  .get("/export", validate("query", memberFilter), async (c) => {
    return c.body(await exportMembers(c.var.ctx, c.req.valid("query")), 200, csvHeaders("members.csv"));
  })
  .get("/:id", validate("param", memberRef), async (c) => c.json(await readMemberFile(c.var.ctx, c.req.valid("param"))))
  .get("/:id/mails", validate("param", memberRef), validate("query", memberMailListRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("query") };
    return c.json(await listMemberMails(c.var.ctx, input));
  })
  .get("/:id/mails/:mailId", validate("param", mailRef), async (c) => {
    return c.json(await openMail(c.var.ctx, c.req.valid("param")));
  })
  .get("/:id/wake-ups/:date", validate("param", wakeUpRef), async (c) => {
    return c.json(await openWakeUp(c.var.ctx, c.req.valid("param")));
  })
  .get("/:id/mornings", validate("param", memberRef), async (c) => {
    return c.json(await readMemberMornings(c.var.ctx, c.req.valid("param")));
  })
  .put("/:id/labels", validate("param", memberRef), validate("json", setLabelsRequest), async (c) => {
    await setLabels(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/:id/notes", validate("param", memberRef), validate("json", addNoteRequest), async (c) => {
    await addNote(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json({ ok: true } satisfies OkResponse);
  })
  .delete("/:id/notes/:noteId", validate("param", noteRef), async (c) => {
    await removeNote(c.var.ctx, c.req.valid("param"));
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/:id/password-mail", validate("param", memberRef), validate("json", passwordMailRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json(await mailPasswordLink(c.var.ctx, input));
  })
  .post("/:id/lift-suppression", validate("param", memberRef), async (c) => {
    return c.json(await liftSuppression(c.var.ctx, c.req.valid("param")));
  })
  .post("/:id/sign-out", validate("param", memberRef), async (c) => {
    return c.json(await signOutEverywhere(c.var.ctx, c.req.valid("param")));
  })
  .post("/:id/address", validate("param", memberRef), validate("json", changeAddressRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json(await askForAddress(c.var.ctx, input));
  })
  .post("/:id/resend", validate("param", memberRef), validate("json", resendMailRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json(await resendMail(c.var.ctx, input));
  });
