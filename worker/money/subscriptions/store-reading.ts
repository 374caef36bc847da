import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { isForeignStart } from "#domain/rules/unpaid-access.ts";
import { mailWayBackAgain } from "../../account/mail-way-back-again.ts";
import type { Member } from "../../account/member/member.ts";
import { selectAccountByEmail, selectMember } from "../../account/member/members.queries.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import { alertOperatorOnce } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { unavailable } from "../../kernel/errors.ts";
import { errorFields, log } from "../../kernel/log.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import type { PayPalSubscription } from "../../kernel/paypal/paypal-answers.ts";
import { isRefusedByDatabase } from "../../kernel/retry-write.ts";
import { type Checkout, selectCheckout } from "../checkout/checkouts.queries.ts";
import { selectPaymentsOfSubscription } from "../payments.queries.ts";
import { findPartialRefunds } from "../refund/reported-refunds.ts";
import { foreignness, isPaid, type Loss, lossOf, mergePayments } from "./check-subscription.ts";
import { type Subscription, selectSubscription } from "./subscriptions.queries.ts";
import { type Received, type Writing, writeReading } from "./write-reading.ts";

/** How far back each reading lists payments. */
const LISTED_MS = 400 * DAY_MS;
/** Of several concurrent readings, one wins each round: enough for PayPal's events of a purchase and the polling pages. */
const TRIES = 12;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;
const BUSY = "We're still processing this payment. Try again in a moment.";
/** How long a checkout may wait for its subscription's ID, which PayPal may have created without the answer reaching us. */
const BEING_MADE_MS = HOUR_MS;
const NEVER_MADE = "never linked to its checkout";

/** A closed or purged account, and what PayPal reports for its subscription. */
export type Closed = Pick<Writing, "checkout" | "read" | "list"> & { memberId: string | null };

/**
 * A reading's outcome. `accessUntil` is the end of the access it gives. `foreign` grants nothing, but may report a loss or a charge to a
 * closed account.
 */
export type Applied =
  | { state: "applied"; subscription: Subscription; accessUntil: number; isNew: boolean }
  | { state: "not_approved" }
  | { state: "foreign"; why: string; loss: Loss | null; closed: Closed | null };

export function requirePayPal(ctx: Ctx): PayPal {
  if (!ctx.paypal) throw unavailable("Payments aren't set up yet. Try again later.");
  return ctx.paypal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Stores a subscription as PayPal has it. It's always read again, so callers, repeats, and order don't matter (decision 0027).
 * @throws PayPalError while PayPal is away; AppError `unavailable` if other readings kept finishing first or the checkout is unfinished
 */
export async function storeReading(ctx: Ctx, id: string, received: Received = {}): Promise<Applied> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readAndStore(ctx, id, received);
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error;
      if (tries >= TRIES) {
        log("error", "reading_overtaken", { subscriptionId: id, message: errorFields(error).message });
        throw unavailable(BUSY);
      }
      await pause(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));
    }
  }
}

async function readAndStore(ctx: Ctx, id: string, received: Received): Promise<Applied> {
  const paypal = requirePayPal(ctx);
  const [known = null] = await selectSubscription(ctx.db, id);
  const read = await paypal.readSubscription(id);
  if (read?.status === "APPROVAL_PENDING") return { state: "not_approved" };
  const [[checkout], paymentsBefore] = await ctx.db.batch([
    selectCheckout(ctx.db, known?.checkoutId ?? read?.custom_id ?? ""),
    selectPaymentsOfSubscription(ctx.db, id),
  ]);
  if (read && checkout?.subscriptionId === null) return refuseUnmade(ctx, read, checkout);
  const why = read ? foreignness(read, checkout, paypal.plans) : "not found in PayPal";
  const list = read && (why === null || known) ? await listPayments(ctx, read) : [];
  if (known && (await findPartialRefunds(ctx, list))) return readAndStore(ctx, id, received);
  const strange = why ?? (read && checkout ? strangenessOf(ctx, { read, checkout, known, list }) : null);
  if (strange !== null || !checkout || !read) {
    const owner = known && { subscriptionId: id, memberId: known.memberId, now: ctx.now };
    // A refused charge pays for nothing here, so it can't hide a loss either.
    const ours = list.filter((line) => paymentsBefore.some((payment) => payment.id === line.id));
    const loss = owner ? lossOf(mergePayments(paymentsBefore, ours, owner)) : null;
    return refuse(ctx, id, strange ?? "unknown custom_id", { loss });
  }
  const member = await memberOf(ctx, checkout, known);
  if (member === "gone" || (member && member.deletedAt !== null)) {
    const owner = member === "gone" ? null : member;
    if (owner) await mailWayBackAgain(ctx, owner);
    const closed = { checkout, read, list, memberId: known?.memberId ?? checkout.memberId ?? owner?.id ?? null };
    return refuse(ctx, id, "the account is closed", { closed });
  }
  const writing = { known, read, checkout, member, list, paymentsBefore, received };
  return { state: "applied", isNew: !known, ...(await writeReading(ctx, writing)) };
}

function listPayments(ctx: Ctx, read: PayPalSubscription) {
  const until = Math.max(ctx.now, read.billing_info?.last_payment?.time ?? 0) + DAY_MS;
  const from = Math.max(Math.min(read.create_time ?? read.start_time, read.start_time) - DAY_MS, until - LISTED_MS);
  return requirePayPal(ctx).listTransactions(read.id, from, until);
}

type Ordered = Pick<Writing, "read" | "checkout" | "known" | "list">;

/** Why the payments don't fit the order. A known subscription's unpaid access ends whatever its start, so its start isn't checked. Nor is a paid one's. */
function strangenessOf(ctx: Ctx, { read, checkout, known, list }: Ordered) {
  if (list.some(({ amount_with_breakdown: { gross_amount } }) => gross_amount.currency !== checkout.currency))
    return "different currency";
  const isUnpaid = !list.some(isPaid) && read.billing_info?.last_payment === undefined;
  return !known && isUnpaid && isForeignStart(read.start_time, checkout, ctx.now) ? "different start date" : null;
}

/**
 * Refuses a subscription whose ID its checkout lacks: client and plan IDs are public, so anyone could have created it.
 * @throws AppError `unavailable` while the buyer's repeat may still fetch the ID, and while the operator can't be alerted
 */
async function refuseUnmade(ctx: Ctx, { id, status }: PayPalSubscription, { createdAt }: Checkout): Promise<Applied> {
  if (ctx.now - createdAt < BEING_MADE_MS) throw unavailable("The checkout is still being created.");
  const why = `${NEVER_MADE} (${status})`;
  if (status !== "ACTIVE") return refuse(ctx, id, why);
  const isNew = await alertOperatorOnce(ctx, refusal(id, why), {
    id: `unmade:${id}`,
    kind: "payment-refused",
    title: "A PayPal subscription wasn't ordered here",
    detail: `Subscription ${id} in PayPal carries one of our checkout IDs, but that checkout didn't create it. It gives no access.`,
    fix: "Review it in PayPal, cancel it there, and refund what it has charged.",
  });
  if (isNew) log("error", "subscription_refused", { subscriptionId: id, why });
  return { state: "foreign", why, loss: null, closed: null };
}

type About = { loss?: Loss | null; closed?: Closed | null };

const refusal = (id: string, why: string) =>
  ({ actor: "paypal", action: "payment.refused", subject: id, details: { why } }) as const;

/** Grants nothing and audits it once for the administrator. */
async function refuse(ctx: Ctx, id: string, why: string, { loss = null, closed = null }: About = {}): Promise<Applied> {
  const [isNew] = await auditOnce(ctx, refusal(id, why));
  if (isNew) log("error", "subscription_refused", { subscriptionId: id, why });
  return { state: "foreign", why, loss, closed };
}

/** The logged-in buyer, or the member with the address, including a closed account that can be restored; null for a new account. */
async function memberOf(ctx: Ctx, checkout: Checkout, known: Subscription | null): Promise<Member | null | "gone"> {
  const id = known?.memberId ?? checkout.memberId;
  if (id !== null) return (await selectMember(ctx.db, id))[0] ?? "gone";
  // The buyer's account and address were purged.
  if (checkout.email === "") return "gone";
  return (await selectAccountByEmail(ctx.db, checkout.email, ctx.now))[0] ?? null;
}
