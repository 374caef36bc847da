import { Hono } from "hono";
import * as z from "zod";
import { newId } from "../account/ids.ts";
import { notFound } from "../answers.ts";
import { type Operation, readBody } from "../rest/call.ts";

/** PayPal's event types for subscriptions, orders, and payments, and one unrelated type. */
const EVENT_TYPES = [
  ...["CREATED", "ACTIVATED", "UPDATED", "EXPIRED", "CANCELLED", "SUSPENDED", "PAYMENT.FAILED"].map(
    (word) => `BILLING.SUBSCRIPTION.${word}`,
  ),
  ...["COMPLETED", "DENIED", "PENDING", "REFUNDED", "REVERSED"].map((word) => `PAYMENT.SALE.${word}`),
  ...["COMPLETED", "DECLINED", "DENIED", "PENDING", "REFUNDED", "REVERSED"].map((word) => `PAYMENT.CAPTURE.${word}`),
  ...["APPROVED", "COMPLETED"].map((word) => `CHECKOUT.ORDER.${word}`),
  ...["CREATED", "UPDATED", "RESOLVED"].map((word) => `CUSTOMER.DISPUTE.${word}`),
  "INVOICING.INVOICE.PAID",
];

const eventTypes = z.array(z.object({ name: z.enum(["*", ...EVENT_TYPES]) })).max(500);
const newWebhook = z.object({ url: z.url({ protocol: /^https$/ }).max(2048), event_types: eventTypes });
const changes = z.array(
  z.discriminatedUnion("path", [
    z.object({ op: z.literal("replace"), path: z.literal("/event_types"), value: eventTypes }),
    z.object({ op: z.literal("replace"), path: z.literal("/url"), value: newWebhook.shape.url }),
  ]),
);

type Webhook = z.infer<typeof newWebhook> & { id: string };

/**
 * An app's webhooks, as the setup creates them, and `own`, which is never listed: the sandbox always sends its events
 * through it to its own Worker.
 */
export function webhooksRoutes(operation: Operation, own: Pick<Webhook, "id" | "url">) {
  const webhooks = new Map<string, Webhook>();
  const path = "/v1/notifications/webhooks";

  return new Hono()
    .get(
      path,
      operation("webhooks.list", () => ({ status: 200, body: () => ({ webhooks: [...webhooks.values()] }) })),
    )
    .post(
      path,
      operation("webhooks.create", (call) => {
        const webhook = { id: newId.webhook(), ...readBody(newWebhook, call.text) };
        webhooks.set(webhook.id, webhook);
        return { status: 201, body: () => webhook };
      }),
    )
    .get(
      `${path}/:id`,
      operation("webhooks.get", (_call, { id = "" }) => {
        const webhook = id === own.id ? { ...own, event_types: [{ name: "*" }] } : webhooks.get(id);
        if (!webhook) throw notFound();
        return { status: 200, body: () => webhook };
      }),
    )
    .patch(
      `${path}/:id`,
      operation("webhooks.update", (call, { id = "" }) => {
        const webhook = webhooks.get(id);
        if (!webhook) throw notFound();
        for (const change of readBody(changes, call.text)) {
          if (change.path === "/url") webhook.url = change.value;
          else webhook.event_types = change.value;
        }
        return { status: 200, body: () => webhook };
      }),
    )
    .get(
      "/v1/notifications/webhooks-event-types",
      operation("webhooks.event_types", () => ({
        status: 200,
        body: () => ({ event_types: EVENT_TYPES.map((name) => ({ name, status: "ENABLED" })) }),
      })),
    );
}
