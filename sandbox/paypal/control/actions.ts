import * as z from "zod";

const instant = z.union([z.int(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]);
const id = z.string().min(1);
const ids = z.array(id).min(1);
const one = <Action extends string>(action: Action) => z.strictObject({ action: z.literal(action), id });

/** What a person or a test can make happen at PayPal. `id` is a subscription's or an order's. */
export const controlAction = z.discriminatedUnion("action", [
  // The buyer.
  /**
   * Somebody makes a subscription in the browser by the public client and plan ids, with whatever start and custom id they like, as
   * PayPal's button allows. Answers its id.
   */
  z.strictObject({
    action: z.literal("subscribe"),
    planId: id,
    customId: z.string().optional(),
    startTime: instant.optional(),
    quantity: z.string().optional(),
  }),
  z.strictObject({
    action: z.literal("approve"),
    id,
    email: z.email().optional(),
    givenName: z.string().min(1).optional(),
    surname: z.string().min(1).optional(),
    /** A wallet that was used before; left out, one of its own. */
    payerId: z
      .string()
      .regex(/^[2-9A-HJ-NP-Z]{13}$/)
      .optional(),
    /** Paid by card: PayPal then names it in what it tells of the purchase. */
    card: z.strictObject({ name: z.string().min(1), lastDigits: z.string().regex(/^\d{4}$/) }).optional(),
    /** False: approved, and PayPal is slow to activate it (until `activate`). */
    activates: z.boolean().optional(),
  }),
  /** The next charges of a subscription, or captures of an order, fail; an empty wallet is a large number. */
  z.strictObject({ action: z.literal("failNext"), id, times: z.int().min(0).default(1) }),
  /** The capture of an order stays pending until `clear`: its buyer pays from a bank, whose money comes days later or not at all. */
  one("payLater"),
  z.strictObject({ action: z.literal("clear"), id, isPaid: z.boolean().default(true) }),
  /** The wallet pays again, what is owed is charged now, and a suspended subscription runs on. */
  one("recover"),
  // Time, forwards only.
  z.strictObject({ action: z.literal("advance"), id, to: instant }),
  /**
   * The clock of subscriptions made from now on, for tests that live at another date, or of the one named, which still waits for
   * its buyer; null: the sandbox's own.
   */
  z.strictObject({ action: z.literal("setClock"), id: id.optional(), at: instant.nullable() }),
  // At PayPal, by PayPal or by the account's owner.
  one("activate"),
  one("suspend"),
  one("cancel"),
  one("expire"),
  /** Of the latest payment, in full unless `cents` are given. */
  z.strictObject({
    action: z.literal("refund"),
    id,
    paymentId: id.optional(),
    cents: z.int().min(1).optional(),
  }),
  /** The next refund that the account's owner asks for of the latest payment is not completed: no money moves. */
  z.strictObject({
    action: z.literal("refundAs"),
    id,
    paymentId: id.optional(),
    status: z.enum(["PENDING", "FAILED", "CANCELLED"]),
  }),
  /** `isAsPublished`: told as in PayPal's published sample, where only the link to a refund leads to the payment. */
  z.strictObject({
    action: z.literal("reverse"),
    id,
    paymentId: id.optional(),
    isAsPublished: z.boolean().optional(),
  }),
  /** `isOldName`: told as `RISK.DISPUTE.CREATED`. */
  z.strictObject({ action: z.literal("dispute"), id, paymentId: id.optional(), isOldName: z.boolean().optional() }),
  /** Any event, with the subscription as its resource. */
  z.strictObject({ action: z.literal("tell"), id, type: z.string().regex(/^[A-Z.-]+$/) }),
  // Webhooks.
  one("hold"),
  /** Held events go out in their order, or those of `events` in the order given; new ones are not held any more. */
  z.strictObject({ action: z.literal("release"), id, events: ids.optional() }),
  z.strictObject({ action: z.literal("drop"), events: ids }),
  z.strictObject({ action: z.literal("replay"), events: ids }),
  /** An event of this type about this id with a signature that is not PayPal's. */
  z.strictObject({ action: z.literal("forge"), id, type: z.string().default("PAYMENT.SALE.COMPLETED") }),
  // The service.
  z.strictObject({ action: z.literal("setDown"), isDown: z.boolean() }),
  z.strictObject({ action: z.literal("setList"), isAvailable: z.boolean() }),
  z.strictObject({ action: z.literal("revokeTokens") }),
]);

export type ControlAction = z.input<typeof controlAction>;
