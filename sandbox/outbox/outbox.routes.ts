import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import { bareAddress, type Outbox } from "./outbox.ts";

/** Strict: a misspelled filter would otherwise return everyone's emails. */
const countFilter = z.strictObject({
  to: z
    .string()
    .transform(bareAddress)
    .refine((to) => to !== null, { error: "`to` must be an email address. Write a + in it as %2B." })
    .optional(),
});
const listFilter = countFilter.extend({ limit: z.coerce.number().int().min(1).optional() });

export function outboxRoutes(outbox: Outbox) {
  return new Hono()
    .get("/", readQuery(listFilter), (c) => c.json(outbox.list(c.req.valid("query"))))
    .delete("/", (c) => c.json({ deleted: outbox.clear() }))
    .get("/count", readQuery(countFilter), (c) => c.json({ count: outbox.count(c.req.valid("query")) }))
    .get("/:id", (c) => {
      const mail = outbox.find(c.req.param("id"));
      return mail ? c.json(mail) : c.json({ error: "There's no such email in the outbox." }, 404);
    })
    .get("/:id/html", (c) => {
      const html = outbox.find(c.req.param("id"))?.html;
      if (!html) return c.text("This email has no HTML, or it's too old and its text is no longer kept.", 404);
      return c.html(framedHtml(html), 200, { "content-security-policy": MAIL_FRAME_CSP });
    });
}

const readQuery = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator("query", schema, (result, c) => {
    if (!result.success) return c.json({ error: z.prettifyError(result.error) }, 422);
  });

/** No scripts and no origin for the email, but its pictures load and its links open, as in a member's email program. */
const MAIL_FRAME_CSP = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "img-src http: https: data:",
  "style-src 'unsafe-inline'",
  "font-src http: https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const BASE = '<base target="_blank">';

/** The email with links that open in a new tab. The doctype stays first: without it browsers use quirks mode. */
function framedHtml(html: string): string {
  const start = /<head[^<>]*>/i.exec(html) ?? /^\s*<!doctype[^>]*>/i.exec(html);
  if (!start) return BASE + html;
  const at = start.index + start[0].length;
  return html.slice(0, at) + BASE + html.slice(at);
}
