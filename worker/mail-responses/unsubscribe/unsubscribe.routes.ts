import { Hono } from "hono";
import { type UnsubscribeResponse, undoRequest, unsubscribeLink } from "#domain/contract/mail-responses.ts";
import { unsubscribeRateLimit } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { checkUnsubscribe, undoUnsubscribe, unsubscribe } from "./unsubscribe.ts";

/** /api/unsubscribe: calls of the page that an email's unsubscribe link opens. */
export const unsubscribeRoutes = new Hono<HttpEnv>()
  .post("/", unsubscribeRateLimit, validate("json", unsubscribeLink), async (c) => {
    return c.json(await unsubscribe(c.var.ctx, c.req.valid("json")));
  })
  .post("/check", unsubscribeRateLimit, validate("json", unsubscribeLink), async (c) => {
    return c.json(await checkUnsubscribe(c.var.ctx, c.req.valid("json")));
  })
  .post("/undo", unsubscribeRateLimit, validate("json", undoRequest), async (c) => {
    return c.json(await undoUnsubscribe(c.var.ctx, c.req.valid("json")));
  });

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
