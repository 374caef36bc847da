import { Hono } from "hono";
import * as z from "zod";
import type { Account } from "../account/account.ts";
import { centsOf } from "../account/money.ts";
import { type Order, orderAnswer } from "../account/orders.ts";
import { notFound, unprocessable } from "../answers.ts";
import { type Operation, readBody } from "./call.ts";
import { customId, money } from "./fields.ts";

const experience = z.object({
  brand_name: z.string().min(1).max(127).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
});

const newOrder = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().min(1).max(256).default("default"),
        amount: z.looseObject(money.shape),
        custom_id: customId.optional(),
        description: z.string().min(1).max(127).optional(),
      }),
    )
    .length(1),
  application_context: experience.optional(),
});

export function ordersRoutes(operation: Operation, { orders }: Account) {
  const find = (id: string): Order => {
    const order = orders.find(id);
    if (!order) throw notFound();
    return order;
  };

  return new Hono()
    .post(
      "/v2/checkout/orders",
      operation(
        "orders.create",
        (call) => {
          const wanted = readBody(newOrder, call.text);
          const [unit] = wanted.purchase_units;
          if (!unit || (centsOf(unit.amount.value) ?? 0) <= 0) {
            throw unprocessable(
              "CANNOT_BE_ZERO_OR_NEGATIVE",
              "Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.",
            );
          }
          const order = orders.create({
            unit,
            brandName: wanted.application_context?.brand_name ?? null,
            returnUrl: wanted.application_context?.return_url ?? null,
            cancelUrl: wanted.application_context?.cancel_url ?? null,
          });
          return { status: 201, body: () => orderAnswer(order, call.origin) };
        },
        { idempotent: true },
      ),
    )
    .get(
      "/v2/checkout/orders/:id",
      operation("orders.get", (call, { id = "" }) => {
        const order = find(id);
        return { status: 200, body: () => orderAnswer(order, call.origin) };
      }),
    )
    .post(
      "/v2/checkout/orders/:id/capture",
      operation(
        "orders.capture",
        (call, { id = "" }) => {
          const order = find(id);
          if (order.status === "COMPLETED") throw alreadyCaptured();
          if (order.status !== "APPROVED") throw notApproved();
          if (!orders.capture(order)) throw declined();
          return { status: 201, body: () => orderAnswer(order, call.origin) };
        },
        { idempotent: true },
      ),
    );
}

const alreadyCaptured = () =>
  unprocessable(
    "ORDER_ALREADY_CAPTURED",
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  );

const notApproved = () =>
  unprocessable(
    "ORDER_NOT_APPROVED",
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  );

const declined = () =>
  unprocessable(
    "INSTRUMENT_DECLINED",
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  );
