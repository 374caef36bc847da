import { Hono } from "hono";
import { type UnsubscribeResponse, undoRequest, unsubscribeLink } from "#domain/contract/mail-responses.ts";
import { unsubscribeRateLimit } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { undoUnsubscribe, unsubscribe } from "./unsubscribe.ts";

/** /api/unsubscribe: calls of the page that an email's unsubscribe link opens. */
export const unsubscribeRoutes = new Hono<HttpEnv>()
  .post("/", unsubscribeRateLimit, validate("json", unsubscribeLink), async (c) => {
    return c.json((await unsubscribe(c.var.ctx, c.req.valid("json"))) satisfies UnsubscribeResponse);
  })
  .post("/undo", unsubscribeRateLimit, validate("json", undoRequest), async (c) => {
    return c.json((await undoUnsubscribe(c.var.ctx, c.req.valid("json"))) satisfies UnsubscribeResponse);
  });

/**
 * POST to the address in the List-Unsubscribe header (RFC 8058): no session, no cookie, no redirect. GET on the same address
 * shows a page and changes nothing, since email scanners open links. An email provider has no use for the undo.
 */
export const oneClickRoutes = new Hono<HttpEnv>().post(
  "/",
  unsubscribeRateLimit,
  validate("query", unsubscribeLink),
  async (c) => {
    const { emailEnabled } = await unsubscribe(c.var.ctx, c.req.valid("query"));
    return c.json({ emailEnabled } satisfies UnsubscribeResponse);
  },
);
