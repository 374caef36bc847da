import { Hono } from "hono";
import * as z from "zod";
import type { Account } from "../account/account.ts";
import { wholeSeconds } from "../account/billing-calendar.ts";
import { type Field, type Subscription, subscriptionAnswer } from "../account/subscription.ts";
import { notFound, refuse, unprocessable } from "../answers.ts";
import { type Operation, readBody } from "./call.ts";
import { customId } from "./fields.ts";

const newSubscription = z.object({
  plan_id: z.string().min(3).max(50),
  start_time: z.iso.datetime({ offset: true }).optional(),
  quantity: z.literal("1").optional(),
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

export function subscriptionsRoutes(operation: Operation, { plans, subscriptions }: Account) {
  const find = (id: string): Subscription => {
    const subscription = subscriptions.find(id);
    if (!subscription) throw notFound();
    return subscription;
  };

  return new Hono()
    .post(
      "/v1/billing/subscriptions",
      operation(
        "subscriptions.create",
        (call) => {
          const wanted = readBody(newSubscription, call.text);
          const plan = plans.find(wanted.plan_id);
          if (!plan) throw notFound();
          const startTime = wanted.start_time === undefined ? null : Date.parse(wanted.start_time);
          if (startTime !== null && startTime < wholeSeconds(subscriptions.newClock())) throw startInThePast();
          const subscription = subscriptions.create({
            plan,
            startTime,
            customId: wanted.custom_id ?? null,
            brandName: wanted.application_context?.brand_name ?? null,
            returnUrl: wanted.application_context?.return_url ?? null,
            cancelUrl: wanted.application_context?.cancel_url ?? null,
          });
          return { status: 201, body: () => subscriptionAnswer(subscription, call.origin) };
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
        if (!["ACTIVE", "SUSPENDED"].includes(subscription.status)) throw notCancellable();
        subscriptions.cancel(subscription, reason);
        return { status: 204 };
      }),
    );
}

const isField = (text: string): text is Field => text === "last_failed_payment" || text === "plan";

const notCancellable = () =>
  unprocessable(
    "SUBSCRIPTION_STATUS_INVALID",
    "Invalid subscription status for cancel action; subscription status should be active or suspended.",
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
