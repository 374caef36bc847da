import * as z from "zod";
import { type Armed, createFaultQueue } from "../fault-queue.ts";

const PAYPAL_OPERATIONS = [
  "token",
  "products.create",
  "products.list",
  "plans.create",
  "plans.get",
  "plans.list",
  "subscriptions.create",
  "subscriptions.get",
  "subscriptions.list",
  "subscriptions.cancel",
  "subscriptions.transactions",
  "orders.create",
  "orders.get",
  "orders.capture",
  "captures.get",
  "captures.refund",
  "refunds.get",
  "disputes.get",
  "reporting.transactions",
  "webhooks.verify",
  "webhooks.create",
  "webhooks.get",
  "webhooks.list",
  "webhooks.update",
  "webhooks.event_types",
  "webhooks.events",
] as const;

export type PayPalOperation = (typeof PAYPAL_OPERATIONS)[number];

/** Limits a fault to some calls; by default it applies to every call except the token's. */
const aim = {
  times: z.int().min(1).default(1),
  operation: z.enum(PAYPAL_OPERATIONS).optional(),
  /** Part of the call's path or body: PayPal's ID or ours, or an address. */
  about: z.string().min(1).optional(),
};

export const payPalFaultSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("rate_limit"), ...aim, retryAfterSeconds: z.int().min(0).optional() }),
    z.strictObject({
      kind: z.literal("server_error"),
      ...aim,
      status: z.union([z.literal(500), z.literal(503)]).default(500),
    }),
    z.strictObject({ kind: z.literal("html"), ...aim, status: z.int().min(200).max(599).default(502) }),
    z.strictObject({ kind: z.enum(["unauthorized", "forbidden", "cut", "silence", "drop_after_accept"]), ...aim }),
  ],
  {
    error: ({ code }) =>
      code === "invalid_union"
        ? "A fault is of kind rate_limit, server_error, html, unauthorized, forbidden, cut, silence, or drop_after_accept."
        : undefined,
  },
);

type Wanted = z.infer<typeof payPalFaultSchema>;
export type PayPalFault = Armed<Wanted>;

/** `text`: the call's path and body. */
type FaultyCall = { operation: PayPalOperation; text: string };

export const createPayPalFaults = () =>
  createFaultQueue<Wanted, FaultyCall>(
    (fault, { operation, text }) =>
      (fault.operation === undefined ? operation !== "token" : fault.operation === operation) &&
      text.includes(fault.about ?? ""),
  );

export type PayPalFaults = ReturnType<typeof createPayPalFaults>;
