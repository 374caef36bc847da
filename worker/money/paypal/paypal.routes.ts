import { Hono } from "hono";
import * as z from "zod";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  cancelSubscriptionRequest,
  eventRef,
  listedSubscriptionsQuery,
  subscriptionRef,
} from "#domain/contract/money/subscriptions.ts";
import { adminGuard } from "../../account/admin/admin-guard.ts";
import { call } from "../../http/call.ts";
import { callerNetwork } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { bodyText, validate } from "../../http/validate.ts";
import { cancelByAdministrator } from "../administer-payments.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import { replayEvent, takeWebhook } from "./take-webhook.ts";

const header = (max: number) => z.string("A PayPal signature is missing").min(1).max(max);

const signatureHeaders = z
  .object({
    "paypal-auth-algo": header(100),
    "paypal-cert-url": header(500),
    "paypal-transmission-id": header(50),
    "paypal-transmission-sig": header(500),
    "paypal-transmission-time": header(100),
  })
  .transform((headers) => ({
    auth_algo: headers["paypal-auth-algo"],
    cert_url: headers["paypal-cert-url"],
    transmission_id: headers["paypal-transmission-id"],
    transmission_sig: headers["paypal-transmission-sig"],
    transmission_time: headers["paypal-transmission-time"],
  }));

/** /api/paypal: PayPal's webhook, and what the administrator sees of PayPal and cancels there. */
export const paypalRoutes = new Hono<HttpEnv>()
  .post("/webhook", validate("header", signatureHeaders), async (c) => {
    await takeWebhook(c.var.ctx, {
      signature: c.req.valid("header"),
      body: await bodyText(c),
      network: callerNetwork(c),
    });
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/events/:id/replay", adminGuard, call({ param: eventRef }, replayEvent))
  .get("/subscriptions", adminGuard, call({ query: listedSubscriptionsQuery }, listSubscriptions))
  .post(
    "/subscriptions/:id/cancel",
    adminGuard,
    call({ param: subscriptionRef, json: cancelSubscriptionRequest }, cancelByAdministrator),
  );
