import type { StartCheckoutRequest, StartCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { checkoutConsent } from "#domain/rules/consent.ts";
import { CURRENCY, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { insertConsentOfCheckout } from "../../account/consents/consents.queries.ts";
import { requireAsShown, termsChanged } from "../../account/consents/require-as-shown.ts";
import { mailWayBackAgain } from "../../account/mail-way-back-again.ts";
import { chosenWakeUp } from "../../account/member/first-wake-up.ts";
import type { Member } from "../../account/member/member.ts";
import { selectAccountByEmail } from "../../account/member/members.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, gone, invalid, unavailable } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf, sha256 } from "../../kernel/hashing.ts";
import { attemptLimit, networkLimits, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { selectSuppressed } from "../../mail/transactional-mails.queries.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { selectSubscriptionsOf } from "../subscriptions/subscriptions.queries.ts";
import { dayOf, holdingOf, termsOf } from "./checkout-offers.ts";
import {
  type Checkout,
  insertCheckout,
  renewNonce,
  selectCheckoutByRequest,
  setCheckoutSubscription,
} from "./checkouts.queries.ts";

/** Checkouts per member and 15 minutes. Each creates a subscription at PayPal. */
const CHECKOUTS_PER_MEMBER = 15;
const HAS_ACCOUNT = "This email already has an account.";
const NO_EMAIL = "We can't send email to this address. Enter another one.";
/** PayPal remembers a request ID for 72 hours. After that, a repeat would create another subscription. */
const FETCHED_WITHIN_MS = 48 * HOUR_MS;
const VOID = "This checkout has expired, and nothing was ordered. Start over.";
const USED = "This request was already used for another checkout. Reload the page.";

type Input = StartCheckoutRequest & { member: Member | null; network: string };
/** `nonce` is set as the buyer's cookie. */
type Started = StartCheckoutResponse & { nonce: string };

/**
 * Stores a checkout and creates its subscription at PayPal; a repeat returns the same one. It reveals whether an address has an account
 * (docs/rules/money.md, "Checkout"). @throws AppError `validation`, `conflict`, `gone`, `rate_limited`, `unavailable`
 */
export async function startCheckout(ctx: Ctx, input: Input): Promise<Started> {
  const { requestId, plan, email, member, network, consentText } = input;
  const paypal = requirePayPal(ctx);
  const address = member?.email ?? email;
  if (address === undefined) throw invalid("Enter your email address", { email: "Enter your email address" });
  await requireAttempt(ctx, [
    ...networkLimits(ctx, { kind: "checkout-network", value: network, max: ctx.config.checkoutMaxPerNetwork }),
    // Visitors count for their network alone: a stranger using an address can't keep its owner from buying.
    ...(member ? [attemptLimit(ctx, { kind: "checkout-member", value: member.id, max: CHECKOUTS_PER_MEMBER })] : []),
  ]);
  const [[earlier], [owner]] = await ctx.db.batch([
    selectCheckoutByRequest(ctx.db, requestId),
    selectAccountByEmail(ctx.db, address, ctx.now),
  ]);
  const nonce = crypto.randomUUID();
  // A member keeps their own hour.
  const wakeUp = member ? { wakeUpHour: null, timezone: null } : chosenWakeUp(ctx, input);
  const terms = termsOf(plan, await holdingOf(ctx, member?.id), ctx.now);
  const consent = checkoutConsent(plan, terms.startsAt === null ? null : dayOf(member, terms.startsAt));
  requireAsShown(consentText, consent);
  if (earlier) return repeat(ctx, earlier, { plan, address, nonce, terms, wakeUp });
  if (!member) await requireFree(ctx, address, owner);
  if (terms.refusal !== null) throw conflict(terms.refusal);
  const checkout = {
    id: crypto.randomUUID(),
    requestId,
    nonceHash: sha256(nonce),
    createdAt: ctx.now,
    plan,
    planId: paypal.plans[plan],
    priceCents: PLANS[plan].price.cents,
    currency: CURRENCY,
    email: address,
    emailKey: emailKeyOf(address),
    memberId: member?.id ?? null,
    ...wakeUp,
    startsAt: terms.startsAt,
    replacesId: terms.replaces?.id ?? null,
  };
  const { id: sourceId, memberId } = checkout;
  const [[inserted]] = await ctx.db.batch([
    insertCheckout(ctx.db, checkout),
    insertConsentOfCheckout(ctx.db, { ...consent, sourceId, memberId, email: address, at: ctx.now }),
  ]);
  if (!inserted) throw conflict(USED);
  return createAtPayPal(ctx, inserted, nonce);
}

/**
 * A visitor buys for a new address, or for an imported one that no one has accepted or bought for. @throws AppError `conflict` for an
 * address with an account, or one that gets no email: no one pays without a way in
 */
async function requireFree(ctx: Ctx, address: string, owner: Member | undefined): Promise<void> {
  // A new account would make the closed one unrecoverable.
  if (owner && owner.deletedAt !== null) await mailWayBackAgain(ctx, owner);
  const isTaken = owner && (!owner.isUnaccepted || (await selectSubscriptionsOf(ctx.db, owner.id)).length > 0);
  if (isTaken) throw conflict(HAS_ACCOUNT, { email: HAS_ACCOUNT });
  const suppressed = await selectSuppressed(ctx.db, [addressHash(ctx.config, emailKeyOf(address))]);
  if (suppressed.length > 0) throw conflict(NO_EMAIL, { email: NO_EMAIL });
}

async function createAtPayPal(ctx: Ctx, checkout: Checkout, nonce: string): Promise<Started> {
  const paypal = requirePayPal(ctx);
  const { id, planId } = checkout;
  if (planId === null) throw unavailable("This plan isn't for sale.");
  const made = await paypal.createSubscription({ planId, customId: id, startsAt: checkout.startsAt, requestId: id });
  const [stored] = await setCheckoutSubscription(ctx.db, id, made.id);
  return { checkoutId: id, subscriptionId: stored?.subscriptionId ?? made.id, nonce };
}

type Repeated = {
  plan: PlanId;
  address: string;
  nonce: string;
  terms: ReturnType<typeof termsOf>;
  wakeUp: Pick<Checkout, "wakeUpHour" | "timezone">;
};

async function repeat(ctx: Ctx, earlier: Checkout, repeated: Repeated): Promise<Started> {
  const { plan, address, nonce, terms, wakeUp } = repeated;
  if (earlier.plan !== plan || earlier.emailKey !== emailKeyOf(address)) throw conflict(USED);
  // PayPal would charge on the date agreed to earlier, even if the old plan has renewed since, so that month is already paid for.
  const isAsAgreed =
    earlier.startsAt === terms.startsAt &&
    earlier.replacesId === (terms.replaces?.id ?? null) &&
    earlier.priceCents === PLANS[plan].price.cents;
  if (!isAsAgreed) throw termsChanged();
  if (earlier.subscriptionId === null && ctx.now - earlier.createdAt >= FETCHED_WITHIN_MS) throw gone(VOID);
  const [renewed] = await renewNonce(ctx.db, earlier.id, { nonceHash: sha256(nonce), ...wakeUp });
  if (!renewed) throw conflict(USED);
  if (earlier.subscriptionId === null) return createAtPayPal(ctx, earlier, nonce);
  return { checkoutId: earlier.id, subscriptionId: earlier.subscriptionId, nonce };
}
