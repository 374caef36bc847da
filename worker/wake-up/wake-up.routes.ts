import { Hono } from "hono";
import { type UnsubscribeResponse, unsubscribeLink } from "#domain/contract/unsubscribe.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { validate } from "../http/validate.ts";
import { switchMailsByLink } from "./switch-mails-by-link.ts";

/** /api/wake-up: what the page behind a mail's unsubscribe link calls. */
export const wakeUpRoutes = new Hono<HttpEnv>()
  .post("/unsubscribe", validate("json", unsubscribeLink), async (c) => {
    const answer = await switchMailsByLink(c.var.ctx, { link: c.req.valid("json"), emailEnabled: false });
    return c.json(answer satisfies UnsubscribeResponse);
  })
  .post("/resubscribe", validate("json", unsubscribeLink), async (c) => {
    const answer = await switchMailsByLink(c.var.ctx, { link: c.req.valid("json"), emailEnabled: true });
    return c.json(answer satisfies UnsubscribeResponse);
  });

/**
 * POST on the address in the List-Unsubscribe header (RFC 8058): no session, no cookie, no redirect. GET on the same address
 * shows a page and changes nothing, since mail scanners open links.
 */
export const oneClickRoutes = new Hono<HttpEnv>().post("/", validate("query", unsubscribeLink), async (c) => {
  const answer = await switchMailsByLink(c.var.ctx, { link: c.req.valid("query"), emailEnabled: false });
  return c.json(answer satisfies UnsubscribeResponse);
});
