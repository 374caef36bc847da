import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { checkoutConsent } from "#domain/rules/consent.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { PLAN_IDS, type PlanId, planName } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { isPaidUpTo } from "#domain/rules/unpaid-access.ts";
import { askForWakeUp } from "../../account/member/first-wake-up.ts";
import type { Member } from "../../account/member/member.ts";
import type { Ctx } from "../../kernel/context.ts";
import { isLive } from "../subscriptions/subscription-states.ts";
import {
  type OwnedSubscription,
  selectOtherEnd,
  selectSubscriptionsOf,
} from "../subscriptions/subscriptions.queries.ts";

/** A plan that ends sooner isn't waited for, since PayPal accepts no start in the past. */
const AT_ONCE_MS = 15 * MINUTE_MS;

/** What a buyer has: access until `paidUntil`, paid until `paidEnd`; and whether an earlier subscription was never paid. */
export type Holding = {
  owned: OwnedSubscription[];
  paidUntil: number | null;
  paidEnd: number | null;
  hasTried: boolean;
};

const latest = (ends: (number | null | undefined)[]) => {
  const known = ends.filter((end) => end != null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Whether a later subscription was paid, as `isRepeated` asks in SQL. */
function isPaidAfter(owned: OwnedSubscription[], { createdAt }: OwnedSubscription["subscription"]): boolean {
  return owned.some(
    ({ subscription: later }) =>
      later.createdAt > createdAt && later.lastPaymentAt !== null && later.revokedAt === null,
  );
}

export const NO_HOLDING: Holding = { owned: [], paidUntil: null, paidEnd: null, hasTried: false };

export async function holdingOf({ db, now }: Ctx, memberId: string | undefined): Promise<Holding> {
  if (memberId === undefined) return NO_HOLDING;
  const [owned, [other]] = await db.batch([selectSubscriptionsOf(db, memberId), selectOtherEnd(db, memberId, now)]);
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

/** How a plan is sold to this buyer: first charge, what it replaces, and why it can't be bought. */
export function termsOf(plan: PlanId, { owned, paidUntil, paidEnd, hasTried }: Holding, now: number) {
  const current = owned.find(({ subscription }) => isLive(subscription) && subscription.cancelAskedAt === null);
  const live = current?.subscription;
  // A subscription without access is replaced and charged no more.
  const hasAccess = (current?.accessUntil ?? 0) > now;
  const isTheirs = hasAccess && live?.plan === plan && live.status !== "SUSPENDED" && live.revokedAt === null;
  const startsAt = paidUntil !== null && paidUntil > now + AT_ONCE_MS ? paidUntil : null;
  const opens: keyof typeof ANNUAL_OPENS = startsAt === null || isPaidUpTo(startsAt, paidEnd) ? "approved" : "started";
  return {
    startsAt,
    /** When access starts: on approval, on the day of the first charge, or once that is paid. */
    opens: hasTried ? ("paid" as const) : opens,
    replaces: live ?? null,
    refusal: isTheirs ? "This is your current plan." : null,
  };
}

type Buyer = Pick<Member, "timezone" | "email"> | null;

/** When the annual plan's extras begin if it's charged later. */
const ANNUAL_OPENS = {
  approved: " You get everything in the annual plan as soon as you approve it in PayPal.",
  started: " You keep what you have until the first charge. The annual plan's extras start that day.",
};
const OPENS_PAID = " Access starts with your first payment, because an earlier plan was approved but never paid for.";

/** What the sentence at the checkbox, which has the price and the day, doesn't say. */
function noteOf(plan: PlanId, { startsAt, replaces, opens }: ReturnType<typeof termsOf>): string {
  const early = opens === "paid" ? OPENS_PAID : plan === "annual" && startsAt !== null ? ANNUAL_OPENS[opens] : "";
  if (replaces && startsAt !== null)
    return `Your ${planName(replaces.plan)} isn't charged again, and nothing is charged today.${early}`;
  if (replaces) return `Your ${planName(replaces.plan)} isn't charged again.${early}`;
  if (startsAt !== null) return `Nothing is charged before your access ends.${early}`;
  return early.trim();
}

export function offersFor(ctx: Ctx, buyer: Buyer, holding: Holding): CheckoutOffers {
  const { paypal, now } = ctx;
  const offers = PLAN_IDS.map((plan) => {
    const terms = termsOf(plan, holding, now);
    const day = terms.startsAt === null ? null : dayOf(buyer, terms.startsAt);
    return {
      plan,
      startsAt: isoOrNull(terms.startsAt),
      replaces: terms.replaces && terms.replaces.plan !== "quarterly" ? terms.replaces.plan : null,
      refusal: terms.refusal,
      consentText: checkoutConsent(plan, day).text,
      note: terms.refusal ? "" : noteOf(plan, terms),
    };
  });
  const provider = paypal && { clientId: paypal.clientId, sdkUrl: paypal.sdkUrl };
  return { provider, email: buyer?.email ?? null, wakeUp: buyer ? null : askForWakeUp(ctx), offers };
}

export const dayOf = (buyer: Buyer, at: number): string => longDateIn(buyer?.timezone ?? DEFAULT_ZONE, at);
