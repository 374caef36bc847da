import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import type { Account } from "../account/account.ts";
import { type PayPalFaults, payPalFaultSchema } from "../paypal-faults.ts";
import type { Deliveries } from "../webhooks/deliveries.ts";
import { controlAction } from "./actions.ts";
import { ControlError, type Perform } from "./perform.ts";
import { createViews, type OrderView, type SubscriptionView } from "./views.ts";

type Parts = { account: Account; deliveries: Deliveries; faults: PayPalFaults; perform: Perform };

const filter = z.strictObject({ customId: z.string().optional(), email: z.string().optional() });
const aboutFilter = z.strictObject({ about: z.string().optional() });

/** The API through which a person or a test triggers what happens at PayPal. */
export function controlRoutes({ account, deliveries, faults, perform }: Parts) {
  const views = createViews(account, deliveries);
  const wanted = (all: (SubscriptionView | OrderView)[], { customId, email }: z.infer<typeof filter>) =>
    all.filter((one) => (customId ?? one.customId) === one.customId && (email ?? one.buyerEmail) === one.buyerEmail);

  return new Hono()
    .get("/subscriptions", read("query", filter), (c) =>
      c.json(wanted(account.subscriptions.list().map(views.subscription), c.req.valid("query"))),
    )
    .get("/subscriptions/:id", (c) => {
      const subscription = account.subscriptions.find(c.req.param("id"));
      return subscription ? c.json(views.subscription(subscription)) : c.json({ error: "No such subscription." }, 404);
    })
    .get("/orders", read("query", filter), (c) =>
      c.json(wanted(account.orders.list().map(views.order), c.req.valid("query"))),
    )
    .get("/orders/:id", (c) => {
      const order = account.orders.find(c.req.param("id"));
      return order ? c.json(views.order(order)) : c.json({ error: "No such order." }, 404);
    })
    .get("/events", read("query", aboutFilter), (c) =>
      c.json(deliveries.list(c.req.valid("query").about).map(views.event)),
    )
    .get("/events/:id/signed", (c) => {
      const delivery = deliveries.find(c.req.param("id"));
      return delivery ? c.json(deliveries.signed(delivery)) : c.json({ error: "No such event." }, 404);
    })
    .post("/", read("json", controlAction), async (c) => {
      try {
        return c.json({ result: (await perform(c.req.valid("json"))) ?? null });
      } catch (error) {
        if (error instanceof ControlError) return c.json({ error: error.message }, 422);
        throw error;
      }
    })
    .get("/faults", (c) => c.json(faults.list()))
    .post("/faults", read("json", payPalFaultSchema), (c) => c.json(faults.add(c.req.valid("json")), 201))
    .delete("/faults", (c) => c.json({ deleted: faults.clear() }))
    .delete("/faults/:id", (c) => c.json({ deleted: faults.clear(c.req.param("id")) }));
}

const read = <Target extends "json" | "query", Schema extends z.ZodType>(target: Target, schema: Schema) =>
  zValidator(target, schema, (result, c) => {
    if (!result.success) return c.json({ error: z.prettifyError(result.error) }, 422);
  });
