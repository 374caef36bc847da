import * as z from "zod";

const instant = z.union([z.int(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]);
const id = z.string().min(1);
const ids = z.array(id).min(1);
const one = <Action extends string>(action: Action) => z.strictObject({ action: z.literal(action), id });

/** Actions that a person or a test can trigger at PayPal. `id` is a subscription's or an order's. */
export const controlAction = z.discriminatedUnion("action", [
  // The buyer's actions.
  /**
   * Creates a subscription in the browser with the public client and plan IDs and any start and custom ID, as PayPal's
   * button allows. Returns its ID.
   */
  z.strictObject({
    action: z.literal("subscribe"),
    planId: id,
    customId: z.string().optional(),
    startTime: instant.optional(),
  }),
  z.strictObject({
    action: z.literal("approve"),
    id,
    email: z.email().optional(),
    givenName: z.string().min(1).optional(),
    surname: z.string().min(1).optional(),
    /** A wallet used before; by default a new one. */
    payerId: z
      .string()
      .regex(/^[2-9A-HJ-NP-Z]{13}$/)
      .optional(),
    /** Paid by card, which PayPal then names in its details of the purchase. */
    card: z.strictObject({ name: z.string().min(1), lastDigits: z.string().regex(/^\d{4}$/) }).optional(),
    /** False: approved, but PayPal doesn't activate it until `activate`. */
    activates: z.boolean().optional(),
  }),
  /** Makes a subscription's next charges or an order's captures fail; a large number means an empty wallet. */
  z.strictObject({ action: z.literal("failNext"), id, times: z.int().min(0).default(1) }),
  /** The order's capture stays pending until `clear`: bank money arrives days later, or never. */
  one("payLater"),
  z.strictObject({ action: z.literal("clear"), id, isPaid: z.boolean().default(true) }),
  /** The wallet works again: outstanding amounts are charged now, and a suspended subscription resumes. */
  one("recover"),
  // Time, forward only.
  z.strictObject({ action: z.literal("advance"), id, to: instant }),
  /**
   * Sets the clock for new subscriptions, for tests that run at another date, or for the one named, if it isn't
   * approved yet; null: the sandbox's own.
   */
  z.strictObject({ action: z.literal("setClock"), id: id.optional(), at: instant.nullable() }),
  // PayPal's or the account owner's actions.
  one("activate"),
  one("suspend"),
  one("cancel"),
  one("expire"),
  /** Refunds the latest payment by default, in full unless `cents` are given. */
  z.strictObject({
    action: z.literal("refund"),
    id,
    paymentId: id.optional(),
    cents: z.int().min(1).optional(),
  }),
  /** The account owner's next refund of the latest payment isn't completed: no money moves. */
  z.strictObject({
    action: z.literal("refundAs"),
    id,
    paymentId: id.optional(),
    status: z.enum(["PENDING", "FAILED", "CANCELLED"]),
  }),
  /** `isAsPublished`: reported as in PayPal's published sample, where only a link to a refund leads to the payment. */
  z.strictObject({
    action: z.literal("reverse"),
    id,
    paymentId: id.optional(),
    isAsPublished: z.boolean().optional(),
  }),
  /** `isOldName`: reported as `RISK.DISPUTE.CREATED`. */
  z.strictObject({ action: z.literal("dispute"), id, paymentId: id.optional(), isOldName: z.boolean().optional() }),
  /** Ends a dispute with PayPal's word for its outcome. */
  z.strictObject({ action: z.literal("resolve"), id, paymentId: id.optional(), result: z.string().regex(/^[A-Z_]+$/) }),
  /** Any event, with the subscription as its resource. */
  z.strictObject({ action: z.literal("report"), id, type: z.string().regex(/^[A-Z.-]+$/) }),
  // Webhook deliveries.
  one("hold"),
  /** Sends held events in order, or those in `events` in the given order; new ones are no longer held. */
  z.strictObject({ action: z.literal("release"), id, events: ids.optional() }),
  z.strictObject({ action: z.literal("replay"), events: ids }),
]);

export type ControlAction = z.input<typeof controlAction>;
