import { Hono } from "hono";
import { cancelSubscriptionRequest } from "#domain/contract/money/subscriptions.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { cancelMySubscription, readMySubscription } from "./my-subscription.ts";

/** A member's own subscription, below /api/user and its guard. */
export const subscriptionRoutes = new Hono<HttpEnv>()
  .get("/subscription", async (c) => c.json(await readMySubscription(c.var.ctx, c.var.caller.memberId)))
  .post("/subscription/cancel", validate("json", cancelSubscriptionRequest), async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await cancelMySubscription(c.var.ctx, c.var.caller.memberId, reason));
  });
