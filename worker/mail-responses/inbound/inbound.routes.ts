import { Hono } from "hono";
import { answerRequest, inboundQuery, inboundRef, markAnsweredRequest } from "#domain/contract/mail-responses.ts";
import { call } from "../../http/call.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { answerMail, readLetter } from "./answer-mail.ts";
import { listInbound, markAnswered, readInboundFile } from "./list-inbound.ts";

/** /api/admin/inbound: email that came in. The admin guard runs first. */
export const inboundRoutes = new Hono<HttpEnv>()
  .get("/", call({ query: inboundQuery }, listInbound))
  .get("/:id", call({ param: inboundRef }, readLetter))
  .get("/:id/file", validate("param", inboundRef), async (c) => {
    // Never served as a page, since strangers wrote its content.
    return c.body(await readInboundFile(c.var.ctx, c.req.valid("param")), 200, {
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="mail.eml"',
    });
  })
  .post("/:id/answer", call({ param: inboundRef, json: answerRequest }, answerMail))
  .post("/:id/answered", call({ param: inboundRef, json: markAnsweredRequest }, markAnswered));
