import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { isForeignStart } from "#domain/rules/unpaid-access.ts";
import { mailWayBackAgain } from "../../account/mail-way-back-again.ts";
import type { Member } from "../../account/member/member.ts";
import { selectAccountByEmail, selectMember } from "../../account/member/members.queries.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import { tellOperatorOnce } from "../../incidents/tell-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { unavailable } from "../../kernel/errors.ts";
import { errorFields, log } from "../../kernel/log.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import type { PayPalSubscription } from "../../kernel/paypal/paypal-answers.ts";
import { isRefusedByDatabase } from "../../kernel/retry-write.ts";
import { type Checkout, selectCheckout } from "../checkout/checkouts.queries.ts";
import { selectPaymentsOfSubscription } from "../payments.queries.ts";
import { foreignness, isPaid, type Loss, lossOf, mergePayments } from "./check-subscription.ts";
import { type Subscription, selectSubscription } from "./subscriptions.queries.ts";
import { type Heard, type Writing, writeReading } from "./write-reading.ts";

/** Payments that are asked for again at each reading: later ones of a long life tell what changed. */
const LISTED_MS = 400 * DAY_MS;
/** Of several at once one wins each time: as many as PayPal has events of a purchase, and the pages that ask. */
const TRIES = 12;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;
const BUSY = "We're still processing this payment. Please try again in a moment.";
/** As long a checkout may wait for the id of its subscription, which PayPal may have made and not told. */
const BEING_MADE_MS = HOUR_MS;
const NEVER_MADE = "its checkout never learned its subscription";

/** An account that is closed, or whose data went, and what PayPal goes on doing for it. */
export type Closed = Pick<Writing, "checkout" | "read" | "list"> & { memberId: string | null };

/**
 * What came of a reading; `accessUntil` is the end of the access that it gives. `foreign` is nothing of ours, and grants nothing; it
 * may still tell of a loss, or be of an account that is closed, for which PayPal may be charging.
 */
export type Applied =
  | { state: "applied"; subscription: Subscription; accessUntil: number; isNew: boolean }
  | { state: "not_approved" }
  | { state: "foreign"; why: string; loss: Loss | null; closed: Closed | null };

export function requirePayPal(ctx: Ctx): PayPal {
  if (!ctx.paypal) throw unavailable("Payment is not set up yet. Please try again later.");
  return ctx.paypal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a subscription here what it is at PayPal. It is read there anew each time, so that it does not matter who calls this, how
 * often, and in which order (decision 0027). Of two at once the one that read later wins: the other waits and reads again.
 * @throws PayPalError while PayPal does not answer; AppError `unavailable` where others were faster again and again, or the
 * checkout is still being made
 */
export async function storeReading(ctx: Ctx, id: string, heard: Heard = {}): Promise<Applied> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readAndStore(ctx, id, heard);
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

async function readAndStore(ctx: Ctx, id: string, heard: Heard): Promise<Applied> {
  const paypal = requirePayPal(ctx);
  const [known = null] = await selectSubscription(ctx.db, id);
  const read = await paypal.readSubscription(id);
  if (read?.status === "APPROVAL_PENDING") return { state: "not_approved" };
  const [[checkout], paymentsBefore] = await ctx.db.batch([
    selectCheckout(ctx.db, known?.checkoutId ?? read?.custom_id ?? ""),
    selectPaymentsOfSubscription(ctx.db, id),
  ]);
  if (read && checkout?.subscriptionId === null) return refuseUnmade(ctx, read, checkout);
  const why = read
    ? foreignness(read, checkout, { plans: paypal.plans, isKnown: known !== null })
    : "unknown at PayPal";
  const list = read && (why === null || known) ? await listPayments(ctx, read) : [];
  const strange = why ?? (read && checkout ? strangenessOf(ctx, { read, checkout, known, list }) : null);
  if (strange !== null || !checkout || !read) {
    const owner = known && { subscriptionId: id, memberId: known.memberId, now: ctx.now };
    // A charge that is refused pays for nothing here, and so hides no loss either.
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
  const writing = { known, read, checkout, member, list, paymentsBefore, heard };
  return { state: "applied", isNew: !known, ...(await writeReading(ctx, writing)) };
}

function listPayments(ctx: Ctx, read: PayPalSubscription) {
  const until = Math.max(ctx.now, read.billing_info?.last_payment?.time ?? 0) + DAY_MS;
  const from = Math.max(Math.min(read.create_time ?? read.start_time, read.start_time) - DAY_MS, until - LISTED_MS);
  return requirePayPal(ctx).listTransactions(read.id, from, until);
}

/** What the payments say against a subscription. One that is known has an end of its unpaid access, whatever its start. */
function strangenessOf(
  ctx: Ctx,
  { read, checkout, known, list }: Omit<Writing, "member" | "paymentsBefore" | "heard">,
) {
  if (list.some(({ amount_with_breakdown: { gross_amount } }) => gross_amount.currency !== checkout.currency))
    return "another currency";
  const isUnpaid = !list.some(isPaid) && read.billing_info?.last_payment === undefined;
  return !known && isUnpaid && isForeignStart(read.start_time, checkout, ctx.now) ? "another start" : null;
}

/**
 * A subscription whose id its checkout does not have: client and plan ids are public, so anybody could have made it. The buyer's own
 * repeat may still fetch the id.
 * @throws AppError `unavailable` while it may be, and while the operator can't be told
 */
async function refuseUnmade(ctx: Ctx, { id, status }: PayPalSubscription, { createdAt }: Checkout): Promise<Applied> {
  if (ctx.now - createdAt < BEING_MADE_MS) throw unavailable("Its checkout is still being made.");
  const why = `${NEVER_MADE} (${status})`;
  if (status !== "ACTIVE") return refuse(ctx, id, why);
  const isNew = await tellOperatorOnce(ctx, refusal(id, why), {
    id: `unmade:${id}`,
    kind: "payment-refused",
    title: "A subscription that wasn't ordered here",
    detail: `PayPal is running subscription ${id} with the ID of one of our checkouts, but not as that checkout's subscription. It gives no access here.`,
    mend: "Look at it in PayPal, cancel it there, and refund what it has charged.",
  });
  if (isNew) log("error", "subscription_refused", { subscriptionId: id, why });
  return { state: "foreign", why, loss: null, closed: null };
}

type About = { loss?: Loss | null; closed?: Closed | null };

const refusal = (id: string, why: string) =>
  ({ actor: "paypal", action: "payment.refused", subject: id, details: { why } }) as const;

/** Nothing is granted, and it is written down once for the administrator. */
async function refuse(ctx: Ctx, id: string, why: string, { loss = null, closed = null }: About = {}): Promise<Applied> {
  const [isNew] = await auditOnce(ctx, refusal(id, why));
  if (isNew) log("error", "subscription_refused", { subscriptionId: id, why });
  return { state: "foreign", why, loss, closed };
}

/**
 * Whose it is: the member who was signed in, or else whoever has the buyer's address, or had it and has a way back to the closed account;
 * null for an account to be made.
 */
async function memberOf(ctx: Ctx, checkout: Checkout, known: Subscription | null): Promise<Member | null | "gone"> {
  const id = known?.memberId ?? checkout.memberId;
  if (id !== null) return (await selectMember(ctx.db, id))[0] ?? "gone";
  // The buyer's account was purged, and the address with it.
  if (checkout.email === "") return "gone";
  return (await selectAccountByEmail(ctx.db, checkout.email, ctx.now))[0] ?? null;
}
