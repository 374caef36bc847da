import { Hono } from "hono";
import { type UnsubscribeResponse, undoRequest, unsubscribeLink } from "#domain/contract/mail-responses.ts";
import { call } from "../../http/call.ts";
import { unsubscribeRateLimit } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { checkUnsubscribe, undoUnsubscribe, unsubscribe } from "./unsubscribe.ts";

/** /api/unsubscribe: calls of the page that an email's unsubscribe link opens. */
export const unsubscribeRoutes = new Hono<HttpEnv>()
  .post("/", unsubscribeRateLimit, call({ json: unsubscribeLink }, unsubscribe))
  .post("/check", unsubscribeRateLimit, call({ json: unsubscribeLink }, checkUnsubscribe))
  .post("/undo", unsubscribeRateLimit, call({ json: undoRequest }, undoUnsubscribe));

/** POST to the List-Unsubscribe address (RFC 8058): no session, cookie, or redirect. GET shows a page, since email scanners open links. */
export const oneClickRoutes = new Hono<HttpEnv>().post(
  "/",
  unsubscribeRateLimit,
  validate("query", unsubscribeLink),
  async (c) => {
    const { emailEnabled } = await unsubscribe(c.var.ctx, c.req.valid("query"));
    return c.json({ emailEnabled } satisfies UnsubscribeResponse);
  },
);
