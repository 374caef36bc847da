import { randomUUID } from "node:crypto";
import * as z from "zod";

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
  "subscriptions.suspend",
  "subscriptions.activate",
  "subscriptions.transactions",
  "orders.create",
  "orders.get",
  "orders.capture",
  "captures.get",
  "captures.refund",
  "refunds.get",
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
    z.strictObject({ kind: z.literal("delay"), ...aim, delayMs: z.int().min(0).max(600_000).default(1000) }),
    z.strictObject({ kind: z.enum(["unauthorized", "cut", "silence", "drop_after_accept"]), ...aim }),
  ],
  {
    error: ({ code }) =>
      code === "invalid_union"
        ? "A fault is of kind rate_limit, server_error, html, unauthorized, delay, silence, cut or drop_after_accept."
        : undefined,
  },
);

export type PayPalFault = z.infer<typeof payPalFaultSchema> & { id: string; remaining: number };

/** Faults queue up in the order requested; a call uses the first one that matches. */
export function createPayPalFaults() {
  let faults: PayPalFault[] = [];

  return {
    add(input: z.infer<typeof payPalFaultSchema>): PayPalFault {
      const fault = { ...input, id: randomUUID(), remaining: input.times };
      faults.push(fault);
      return fault;
    },
    list: (): readonly PayPalFault[] => faults,
    /** Clears all faults, or the one with an ID. @returns how many there were */
    clear(id?: string): number {
      const { length } = faults;
      faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
      return length - faults.length;
    },
    /** `call`: its path and body. */
    take(operation: PayPalOperation, call: string): PayPalFault | undefined {
      const fault = faults.find(
        (waiting) =>
          (waiting.operation === undefined ? operation !== "token" : waiting.operation === operation) &&
          call.includes(waiting.about ?? ""),
      );
      if (fault) {
        fault.remaining -= 1;
        if (fault.remaining === 0) faults = faults.filter((other) => other !== fault);
      }
      return fault;
    },
  };
}

export type PayPalFaults = ReturnType<typeof createPayPalFaults>;
