import { randomBytes, randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";
import { resendErrorResponse } from "./resend-errors.ts";

const events = z.array(z.string().regex(/^(email|contact|domain)\.[a-z_]+$/)).min(1);
const newWebhook = z.object({ endpoint: z.url(), events });
const change = z.object({
  endpoint: z.url().optional(),
  events: events.optional(),
  status: z.enum(["enabled", "disabled"]).optional(),
});

type Webhook = z.infer<typeof newWebhook> & {
  id: string;
  created_at: string;
  status: "enabled" | "disabled";
  signing_secret: string;
};

/** An account's webhooks, as the setup creates them; the sandbox signs its own events with a separate secret. */
export function webhooksRoutes(now: () => number) {
  const webhooks = new Map<string, Webhook>();
  const listed = ({ signing_secret: _, ...webhook }: Webhook) => webhook;

  return new Hono()
    .get("/", (c) => c.json({ object: "list", has_more: false, data: [...webhooks.values()].map(listed) }))
    .post("/", async (c) => {
      const wanted = newWebhook.safeParse(await c.req.json().catch(() => null));
      if (!wanted.success) return resendErrorResponse("validation_error");
      const id = randomUUID();
      const signing_secret = `whsec_${randomBytes(24).toString("base64")}`;
      const created_at = new Date(now()).toISOString();
      webhooks.set(id, { id, created_at, status: "enabled", signing_secret, ...wanted.data });
      return c.json({ object: "webhook", id, signing_secret }, 201);
    })
    .get("/:id", (c) => {
      const webhook = webhooks.get(c.req.param("id"));
      return webhook ? c.json({ object: "webhook", ...webhook }) : resendErrorResponse("not_found");
    })
    .patch("/:id", async (c) => {
      const webhook = webhooks.get(c.req.param("id"));
      const wanted = change.safeParse(await c.req.json().catch(() => null));
      if (!webhook) return resendErrorResponse("not_found");
      if (!wanted.success) return resendErrorResponse("validation_error");
      webhook.endpoint = wanted.data.endpoint ?? webhook.endpoint;
      webhook.events = wanted.data.events ?? webhook.events;
      webhook.status = wanted.data.status ?? webhook.status;
      return c.json({ object: "webhook", id: webhook.id });
    });
}
