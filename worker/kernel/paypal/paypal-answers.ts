import * as z from "zod";
import { PROVIDER_STATUSES } from "#domain/rules/payments.ts";

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** "9.99" → 999. All our currencies have two decimals. */
const cents = z
  .string()
  .regex(/^-?\d{1,9}(?:\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100));
const money = z
  .object({ currency_code: z.string().length(3), value: cents })
  .transform(({ currency_code, value }) => ({ currency: currency_code, cents: value }));

export const subscriptionAnswer = z.object({
  id: z.string().min(1),
  status: z.enum(PROVIDER_STATUSES),
  status_update_time: instant.optional(),
  plan_id: z.string(),
  start_time: instant,
  create_time: instant.optional(),
  quantity: z.string().optional(),
  custom_id: z.string().optional(),
  plan_overridden: z.boolean().optional(),
  subscriber: z
    .object({
      email_address: z.string().optional(),
      payer_id: z.string().optional(),
      name: z.object({ given_name: z.string().optional(), surname: z.string().optional() }).optional(),
    })
    .optional(),
  billing_info: z
    .object({
      last_payment: z.object({ amount: money, time: instant }).optional(),
      next_billing_time: instant.optional(),
      failed_payments_count: z.int(),
      last_failed_payment: z.object({ time: instant, next_payment_retry_time: instant.optional() }).optional(),
    })
    .optional(),
  plan: z
    .object({
      billing_cycles: z
        .array(
          z.object({ tenure_type: z.string(), pricing_scheme: z.object({ fixed_price: money.optional() }).optional() }),
        )
        .optional(),
    })
    .optional(),
});
export type PayPalSubscription = z.infer<typeof subscriptionAnswer>;

export const webhookAnswer = z.object({ url: z.string() });

export const planAnswer = z.object({ id: z.string(), status: z.string() });

export const createdSubscription = z.object({ id: z.string().min(3).max(50), status: z.enum(PROVIDER_STATUSES) });

/** Pending and declined transactions aren't payments. */
export const transactionList = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string().min(1),
        status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED"]).optional(),
        time: instant,
        amount_with_breakdown: z.object({
          gross_amount: money,
          fee_amount: money.optional(),
          tax_amount: money.optional(),
        }),
      }),
    )
    .default([]),
  total_pages: z.int().optional(),
});
export type PayPalTransaction = z.infer<typeof transactionList>["transactions"][number];

/** Follows PayPal's TypeScript SDK 2.5.0. A list entry may have fewer fields than a subscription read by itself. */
export const subscriptionList = z.object({
  subscriptions: z
    .array(
      z.object({
        id: z.string().min(1),
        status: z.string(),
        plan_id: z.string().optional(),
        start_time: z.string().optional(),
        create_time: z.string().optional(),
        custom_id: z.string().optional(),
        subscriber: z.object({ email_address: z.string().optional() }).optional(),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string() })).default([]),
});

/** What moved the account's balance. Its instants have an offset without a colon: "2026-11-29T17:00:00+0000". */
const reported = z.object({
  transaction_id: z.string().min(1),
  paypal_reference_id: z.string().optional(),
  transaction_event_code: z.string(),
  transaction_status: z.string().optional(),
  transaction_initiation_date: z.coerce.date().transform(Number),
  transaction_amount: money,
  fee_amount: money.optional(),
});
export const reportedList = z.object({
  transaction_details: z.array(z.object({ transaction_info: reported })).default([]),
  total_pages: z.int().default(1),
});

export const verification = z.object({ verification_status: z.enum(["SUCCESS", "FAILURE"]) });

export const eventList = z.object({ events: z.array(z.looseObject({ create_time: instant })).default([]) });

export const disputeAnswer = z.object({
  dispute_id: z.string().min(1),
  status: z.string(),
  create_time: instant,
  update_time: instant,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});
export type PayPalDispute = z.infer<typeof disputeAnswer>;

export const refundAnswer = z.object({ id: z.string().min(1), status: z.string(), amount: money.optional() });

/** Works for v1 and v2 refunds. */
export const refundedPayment = z
  .object({
    sale_id: z.string().optional(),
    capture_id: z.string().optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  })
  .transform(({ sale_id, capture_id, links }) => {
    const up = links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
    return sale_id ?? capture_id ?? up?.href.split("/").at(-1) ?? null;
  });

export const captureAnswer = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: money,
  create_time: instant.optional(),
  seller_receivable_breakdown: z.object({ paypal_fee: money.optional() }).optional(),
});
export type PayPalCapture = z.infer<typeof captureAnswer>;

export const orderAnswer = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    purchase_units: z
      .array(
        z.object({
          custom_id: z.string().optional(),
          amount: money.optional(),
          payments: z.object({ captures: z.array(captureAnswer).optional() }).optional(),
        }),
      )
      .default([]),
  })
  .transform(({ id, status, purchase_units: [unit] }) => ({
    id,
    status,
    customId: unit?.custom_id ?? null,
    amount: unit?.amount ?? null,
    captures: unit?.payments?.captures ?? [],
  }));
export type PayPalOrder = z.infer<typeof orderAnswer>;
