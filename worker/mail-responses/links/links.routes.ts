import { Hono } from "hono";
import {
  hourByMailRequest,
  mailLink,
  pauseByMailRequest,
  saveByMailRequest,
  sessionLink,
  undoByMailRequest,
} from "#domain/contract/mail-responses.ts";
import { call } from "../../http/call.ts";
import { unsubscribeRateLimit } from "../../http/caller-network.ts";
import { grantItemPass } from "../../http/media-pass-cookie.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { checkChange, moveByMail, pauseByMail, undoByMail } from "./change-by-mail.ts";
import { openByMail, saveByMail } from "./play-by-mail.ts";

/** /api/by-mail: actions of a wake-up email's links for people without a session here. All are POST, as email scanners send GET. */
export const byMailRoutes = new Hono<HttpEnv>()
  .post("/open", validate("json", sessionLink), async (c) => {
    const { item, pass } = await openByMail(c.var.ctx, c.req.valid("json"));
    grantItemPass(c, pass);
    return c.json(item);
  })
  .post("/progress", call({ json: saveByMailRequest }, saveByMail))
  .post("/check", unsubscribeRateLimit, call({ json: mailLink }, checkChange))
  .post("/pause", unsubscribeRateLimit, call({ json: pauseByMailRequest }, pauseByMail))
  .post("/hour", unsubscribeRateLimit, call({ json: hourByMailRequest }, moveByMail))
  .post("/undo", unsubscribeRateLimit, call({ json: undoByMailRequest }, undoByMail));
