import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import type { SandboxEnv } from "../sandbox-env.ts";
import { framedHtml, MAIL_FRAME_CSP } from "./framed-html.ts";
import type { Outbox } from "./outbox.ts";

const filterSchema = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).optional(),
});

export function outboxRoutes(outbox: Outbox) {
  const readFilter = zValidator("query", filterSchema, (result, c) => {
    if (!result.success) return c.json({ error: z.prettifyError(result.error) }, 422);
  });

  return new Hono<SandboxEnv>()
    .get("/", readFilter, (c) => c.json(outbox.list(c.req.valid("query"))))
    .delete("/", (c) => c.json({ deleted: outbox.clear() }))
    .get("/count", readFilter, (c) => c.json({ count: outbox.count({ to: c.req.valid("query").to }) }))
    .get("/:id", (c) => {
      const mail = outbox.find(c.req.param("id"));
      return mail ? c.json(mail) : c.json({ error: "No such mail in the outbox." }, 404);
    })
    .get("/:id/html", (c) => {
      const html = outbox.find(c.req.param("id"))?.html;
      if (!html) return c.text("This mail has no HTML, or is so old that only its recipient is kept.", 404);
      return c.html(framedHtml(html), 200, { "content-security-policy": MAIL_FRAME_CSP });
    });
}
