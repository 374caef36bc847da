import { Hono } from "hono";
import * as z from "zod";
import type { Account } from "../account/account.ts";
import { toInstant, wholeSeconds } from "../account/billing-calendar.ts";
import { type Field, type Subscription, subscriptionAnswer, subscriptionLinks } from "../account/subscription.ts";
import { notFound, refuse, unprocessable } from "../answers.ts";
import { type Operation, readBody, wantsAll } from "./call.ts";
import { customId } from "./fields.ts";

const newSubscription = z.object({
  plan_id: z.string().min(3).max(50),
  start_time: z.iso.datetime({ offset: true }).optional(),
  quantity: z.string().default("1"),
  custom_id: customId.optional(),
  application_context: z
    .object({
      brand_name: z.string().min(1).max(127).optional(),
      shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
      user_action: z.enum(["CONTINUE", "SUBSCRIBE_NOW"]).optional(),
      return_url: z.url().max(4000),
      cancel_url: z.url().max(4000),
    })
    .optional(),
});

const withReason = z.object({ reason: z.string().min(1).max(128) });
const withoutReason = z.object({ reason: z.string().min(1).max(128).optional() }).optional();

export function subscriptionsRoutes(operation: Operation, { plans, subscriptions }: Account) {
  const find = (id: string): Subscription => {
    const subscription = subscriptions.find(id);
    if (!subscription) throw notFound();
    return subscription;
  };

  const created = (subscription: Subscription, origin: string) => ({
    status: subscription.status,
    id: subscription.id,
    create_time: toInstant(subscription.createTime),
    links: subscriptionLinks(subscription, origin),
  });

  return new Hono()
    .post(
      "/v1/billing/subscriptions",
      operation(
        "subscriptions.create",
        (call) => {
          const wanted = readBody(newSubscription, call.text);
          const plan = plans.find(wanted.plan_id);
          if (!plan) throw notFound();
          if (plan.status !== "ACTIVE") throw unprocessable("INVALID_PLAN_STATUS", "The plan is not active.");
          const startTime = wanted.start_time === undefined ? null : Date.parse(wanted.start_time);
          if (startTime !== null && startTime < wholeSeconds(subscriptions.newClock())) throw startInThePast();
          const subscription = subscriptions.create({
            plan,
            startTime,
            customId: wanted.custom_id ?? null,
            quantity: wanted.quantity,
            brandName: wanted.application_context?.brand_name ?? null,
            returnUrl: wanted.application_context?.return_url ?? null,
            cancelUrl: wanted.application_context?.cancel_url ?? null,
          });
          const body = () =>
            wantsAll(call) ? subscriptionAnswer(subscription, call.origin) : created(subscription, call.origin);
          return { status: 201, body };
        },
        { idempotent: true },
      ),
    )
    .get(
      "/v1/billing/subscriptions/:id",
      operation("subscriptions.get", (call, { id = "" }) => {
        const subscription = find(id);
        const fields = (call.query("fields") ?? "").split(",").filter(isField);
        return { status: 200, body: () => subscriptionAnswer(subscription, call.origin, fields) };
      }),
    )
    .post(
      "/v1/billing/subscriptions/:id/cancel",
      operation("subscriptions.cancel", (call, { id = "" }) => {
        const { reason } = readBody(withReason, call.text || "{}");
        const subscription = find(id);
        if (!["ACTIVE", "SUSPENDED"].includes(subscription.status)) throw wrongStatus("cancel", "active or suspended");
        subscriptions.cancel(subscription, reason);
        return { status: 204 };
      }),
    )
    .post(
      "/v1/billing/subscriptions/:id/suspend",
      operation("subscriptions.suspend", (call, { id = "" }) => {
        const { reason } = readBody(withReason, call.text || "{}");
        const subscription = find(id);
        if (subscription.status !== "ACTIVE") throw wrongStatus("suspend", "active");
        subscriptions.suspend(subscription, reason);
        return { status: 204 };
      }),
    )
    .post(
      "/v1/billing/subscriptions/:id/activate",
      operation("subscriptions.activate", (call, { id = "" }) => {
        const note = readBody(withoutReason, call.text)?.reason ?? null;
        const subscription = find(id);
        if (subscription.status !== "SUSPENDED") throw wrongStatus("activate", "suspended");
        const { payment_failure_threshold: threshold } = subscription.plan.payment_preferences;
        if (threshold > 0 && subscription.failedPayments >= threshold) throw tooManyFailures();
        subscriptions.activate(subscription, note);
        return { status: 204 };
      }),
    );
}

const isField = (text: string): text is Field => text === "last_failed_payment" || text === "plan";

const wrongStatus = (action: string, wanted: string) =>
  unprocessable(
    "SUBSCRIPTION_STATUS_INVALID",
    `Invalid subscription status for ${action} action; subscription status should be ${wanted}.`,
  );

const tooManyFailures = () =>
  unprocessable(
    "SUBSCRIPTION_CANNOT_BE_ACTIVATED",
    "Subscription cannot be activated after payment failure threshold has reached.",
  );

const startInThePast = () =>
  refuse("INVALID_REQUEST", [
    {
      field: "/start_time",
      location: "body",
      issue: "INVALID_PARAMETER_VALUE",
      description: "Start time must be a valid future date and time.",
    },
  ]);
