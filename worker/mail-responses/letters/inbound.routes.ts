import { Hono } from "hono";
import { inboundQuery, inboundRef, markAnsweredRequest } from "#domain/contract/mail-responses.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { listInbound, markAnswered, readInboundFile } from "./list-inbound.ts";

/** /api/admin/inbound: email that came in. The admin guard runs first. */
export const inboundRoutes = new Hono<HttpEnv>()
  .get("/", validate("query", inboundQuery), async (c) => c.json(await listInbound(c.var.ctx, c.req.valid("query"))))
  .get("/:id/file", validate("param", inboundRef), async (c) => {
    // Never served as a page, since strangers wrote its content.
    return c.body(await readInboundFile(c.var.ctx, c.req.valid("param")), 200, {
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="mail.eml"',
    });
  })
  .post("/:id/answered", validate("param", inboundRef), validate("json", markAnsweredRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json(await markAnswered(c.var.ctx, input));
  });
