import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { checkoutConsent } from "#domain/rules/consent.ts";
import { dateTextOf } from "#domain/rules/local-time.ts";
import { formatPrice, PLAN_IDS, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { isPaidUpTo } from "#domain/rules/unpaid-access.ts";
import type { Member } from "../../account/member/member.ts";
import type { Ctx } from "../../kernel/context.ts";
import { planName } from "../payment-mails.ts";
import { isLive } from "../subscriptions/subscription-states.ts";
import {
  type OwnedSubscription,
  selectOtherEnd,
  selectSubscriptionsOf,
} from "../subscriptions/subscriptions.queries.ts";

/** What ends sooner than this is not waited for: PayPal takes no start in the past. */
const AT_ONCE_MS = 15 * MINUTE_MS;

/**
 * What a member has when they come to buy: until when anything is theirs, until when it is paid for, and whether they have tried before
 * and never paid.
 */
export type Holding = {
  owned: OwnedSubscription[];
  paidUntil: number | null;
  paidEnd: number | null;
  hasTried: boolean;
};

/** Statements whose rows `toHolding` understands. */
export function holdingStatements(ctx: Ctx, memberId: string) {
  return [selectSubscriptionsOf(ctx.db, memberId), selectOtherEnd(ctx.db, memberId, ctx.now)] as const;
}

const latest = (ends: (number | null | undefined)[]) => {
  const known = ends.filter((end) => end != null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Whether one that was begun after an unpaid try has been paid, as `isRepeated` asks. */
function isPaidAfter(owned: OwnedSubscription[], { createdAt }: OwnedSubscription["subscription"]): boolean {
  return owned.some(
    ({ subscription: later }) =>
      later.createdAt > createdAt && later.lastPaymentAt !== null && later.revokedAt === null,
  );
}

export function toHolding(owned: OwnedSubscription[], [other]: Awaited<ReturnType<typeof selectOtherEnd>>): Holding {
  const paid = owned.map(({ subscription: { paidUntil, revokedAt } }) => (revokedAt === null ? paidUntil : null));
  return {
    owned,
    paidUntil: latest([...paid, other?.endsAt]),
    paidEnd: latest([...paid, other?.giftEndsAt]),
    hasTried: owned.some(
      ({ subscription }) => subscription.lastPaymentAt === null && !isPaidAfter(owned, subscription),
    ),
  };
}

export const NOTHING_HELD: Holding = { owned: [], paidUntil: null, paidEnd: null, hasTried: false };

/** How a plan is sold to who holds this: when its first charge is made, what it takes the place of, and why it cannot be bought. */
export function termsOf(plan: PlanId, { owned, paidUntil, paidEnd, hasTried }: Holding, now: number) {
  const held = owned.find(({ subscription }) => isLive(subscription) && subscription.cancelAskedAt === null);
  const live = held?.subscription;
  // One that opens nothing any more is nobody's plan: it is replaced, and charged no more.
  const hasAccess = (held?.accessUntil ?? 0) > now;
  const isTheirs = hasAccess && live?.plan === plan && live.status !== "SUSPENDED" && live.revokedAt === null;
  const startsAt = paidUntil !== null && paidUntil > now + AT_ONCE_MS ? paidUntil : null;
  const opens: keyof typeof ANNUAL_OPENS = startsAt === null || isPaidUpTo(startsAt, paidEnd) ? "approved" : "started";
  return {
    startsAt,
    /** When what the plan opens is theirs: as they approve it, on the day of the first charge, or only once that is paid. */
    opens: hasTried ? ("paid" as const) : opens,
    replaces: live ?? null,
    refusal: isTheirs ? "This is the plan you have." : null,
  };
}

type Buyer = Pick<Member, "timezone" | "email"> | null;

/** For an annual plan that is charged later. */
const ANNUAL_OPENS = {
  approved: " You get everything in the annual plan as soon as you approve.",
  started: " Until then you keep what you have now; the annual plan's extras start that day.",
};
const OPENS_PAID = " Access starts with your first payment, because an earlier plan was approved but never paid.";

function noteOf(plan: PlanId, { startsAt, replaces, opens }: ReturnType<typeof termsOf>, day: string): string {
  const price = formatPrice(PLANS[plan].price.cents);
  const early = opens === "paid" ? OPENS_PAID : plan === "annual" && startsAt !== null ? ANNUAL_OPENS[opens] : "";
  if (replaces && startsAt !== null)
    return `Your ${planName(replaces.plan)} is paid until ${day}. PayPal charges ${price} on that day and nothing before; the plan you have now is not charged again.${early}`;
  if (replaces) return `PayPal charges ${price} today, and the plan you have now is not charged again.${early}`;
  if (startsAt !== null)
    return `You have access until ${day}. PayPal charges ${price} on that day and nothing before.${early}`;
  return early.trim();
}

export function offersFor(ctx: Ctx, buyer: Buyer, holding: Holding): CheckoutOffers {
  const { paypal, now } = ctx;
  const offers = PLAN_IDS.map((plan) => {
    const terms = termsOf(plan, holding, now);
    const day = terms.startsAt === null ? null : dayOf(buyer, terms.startsAt);
    return {
      plan,
      startsAt: terms.startsAt === null ? null : new Date(terms.startsAt).toISOString(),
      replaces: terms.replaces && terms.replaces.plan !== "quarterly" ? terms.replaces.plan : null,
      refusal: terms.refusal,
      consentText: checkoutConsent(plan, day).text,
      note: terms.refusal ? "" : noteOf(plan, terms, day ?? ""),
    };
  });
  return {
    provider: paypal && { clientId: paypal.clientId, sdkUrl: paypal.sdkUrl },
    email: buyer?.email ?? null,
    offers,
  };
}

export function dayOf(buyer: Buyer, at: number): string {
  return dateTextOf(buyer ?? { timezone: "America/Chicago" }, at);
}
