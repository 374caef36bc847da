import { Hono } from "hono";
import {
  hourByMailRequest,
  mailLink,
  pauseByMailRequest,
  saveByMailRequest,
  sessionLink,
  undoByMailRequest,
} from "#domain/contract/mail-responses.ts";
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
  .post("/progress", validate("json", saveByMailRequest), async (c) => {
    return c.json(await saveByMail(c.var.ctx, c.req.valid("json")));
  })
  .post("/check", unsubscribeRateLimit, validate("json", mailLink), async (c) => {
    return c.json(await checkChange(c.var.ctx, c.req.valid("json")));
  })
  .post("/pause", unsubscribeRateLimit, validate("json", pauseByMailRequest), async (c) => {
    return c.json(await pauseByMail(c.var.ctx, c.req.valid("json")));
  })
  .post("/hour", unsubscribeRateLimit, validate("json", hourByMailRequest), async (c) => {
    return c.json(await moveByMail(c.var.ctx, c.req.valid("json")));
  })
  .post("/undo", unsubscribeRateLimit, validate("json", undoByMailRequest), async (c) => {
    return c.json(await undoByMail(c.var.ctx, c.req.valid("json")));
  });
