import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { addDays, daysBetween } from "#domain/rules/calendar-days.ts";
import { checkoutConsent, giftConsent } from "#domain/rules/consent.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CURRENCY, PLANS } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { PastPurchases, PastSubscription } from "#sandbox/paypal/account/past-purchases.ts";
import { insertGrant, recomputeAccess } from "#worker/access/access-grants.queries.ts";
import { setSubscriptionGrant } from "#worker/access/subscription-grants.queries.ts";
import { insertConsent } from "#worker/account/consents/consents.queries.ts";
import type { Member } from "#worker/account/member/member.ts";
import { selectMemberByEmail } from "#worker/account/member/members.queries.ts";
import { sha256 } from "#worker/kernel/hashing.ts";
import { insertLiveEvent, selectComing } from "#worker/live-events/live-events.queries.ts";
import { insertCheckout } from "#worker/money/checkout/checkouts.queries.ts";
import { insertGift, selectGift } from "#worker/money/gifts/gifts.queries.ts";
import { recountAfterUndoing } from "#worker/progress/recount.queries.ts";
import { dayOf } from "#worker/statistics/count-days.ts";
import { insertDailyStats, selectLastCountedDay } from "#worker/statistics/daily-stats.queries.ts";
import { createDemoAccount } from "../seed-members.ts";
import { deleteUnpaidGrants, insertMissingProgress } from "./house.queries.ts";
import { insertPastMornings } from "./past-mornings.ts";
import { readPastPurchases } from "./past-purchases.ts";
import { giftOf, joinedAt, liveEventOf, progressOf, subscriptionOf, trialOf } from "./plan-house.ts";
import { RESIDENTS, type Resident } from "./residents.ts";

/** `news` are the IDs of purchases that the product hasn't heard of, `uncounted` the weeks without figures. */
export type House = { past: PastPurchases; news: string[]; uncounted: number };

/** How far back the figures begin in a new house. */
const WEEKS_COUNTED = 6;

async function accountOf(db: Db, resident: Resident, today: string): Promise<Member> {
  const find = () => selectMemberByEmail(db, resident.email).get();
  const present = await find();
  if (!present) await createDemoAccount(db, resident, joinedAt(resident, today));
  const member = present ?? (await find());
  if (!member) throw new Error(`${resident.email} wasn't created.`);
  return member;
}

async function grantTrial(db: Db, resident: Resident, { id, today, now }: { id: string; today: string; now: number }) {
  const { startsAt, until } = trialOf(resident, today);
  // A new ID each time, since an administrator may have ended today's.
  const grant = { id: crypto.randomUUID(), memberId: id, plan: resident.plan, startsAt, until };
  const asGiven = { source: "trial", sourceId: grant.id, paidUntil: until, createdAt: startsAt } as const;
  await db.batch([insertGrant(db, { ...grant, ...asGiven }), recomputeAccess(db, [id], { now })]);
}

type Order = { resident: Resident; member: Member; bought: PastSubscription; now: number };

/** Stores a checkout that has its subscription at PayPal, and the grant of that day. PayPal's event then brings payments, emails, and the grant's end. */
async function orderPlan(db: Db, { resident: { plan }, member: { id, email, emailKey }, bought, now }: Order) {
  const { customId, createdAt, planId, id: subscriptionId } = bought;
  const price = { priceCents: PLANS[plan].price.cents, currency: CURRENCY };
  const checkout = { id: customId, requestId: customId, plan, planId, ...price, email, emailKey, memberId: id };
  const consent = checkoutConsent(plan, null);
  const until = now + DAY_MS;
  const grant = { memberId: id, subscriptionId, plan, startsAt: createdAt, until, paidUntil: until };
  await db.batch([
    insertCheckout(db, { ...checkout, subscriptionId, nonceHash: sha256(customId), createdAt }),
    insertConsent(db, { ...consent, sourceId: customId, memberId: id, email, at: createdAt }),
    setSubscriptionGrant(db, { ...grant, endedAt: null, endReason: null }, createdAt),
  ]);
}

/** Brings one demo member up to today. Returns a purchase that PayPal is to have made. */
async function moveIn(db: Db, resident: Resident, { today, now }: { today: string; now: number }) {
  const { id } = await accountOf(db, resident, today);
  await db.batch([
    deleteUnpaidGrants(db, id),
    insertMissingProgress(db, id, progressOf(resident, today)),
    recountAfterUndoing(db, id),
    recomputeAccess(db, [id], { now }),
  ]);
  const member = await accountOf(db, resident, today);
  if (hasAccess(member, now)) return null;
  const bought = subscriptionOf(resident, today);
  if (bought) await orderPlan(db, { resident, member, bought, now });
  else await grantTrial(db, resident, { id, today, now });
  return bought;
}

/** Orders the demo gift once per database. Returns its order at PayPal while the product hasn't heard of its payment. */
async function orderGift(db: Db, today: string) {
  const { gift, order } = giftOf(today);
  const [present] = await selectGift(db, gift.id);
  if (present) return present.paidAt === null ? order : null;
  const consent = { ...giftConsent(gift.plan), sourceId: gift.id, email: gift.giverEmail, at: gift.createdAt };
  await db.batch([insertGift(db, gift), insertConsent(db, consent)]);
  return order;
}

/** Has the hourly cron count figures from six weeks ago on: it starts after the last counted day. Returns how many weeks are left. */
async function countFrom(db: Db, today: string, now: number): Promise<number> {
  const [counted] = await selectLastCountedDay(db);
  const last = counted?.date ?? addDays(today, -7 * WEEKS_COUNTED - 1);
  if (!counted) await insertDailyStats(db, dayOf(last), now);
  return Math.min(Math.ceil((daysBetween(last, today) - 1) / 7), WEEKS_COUNTED);
}

/**
 * Fills the house of `npm start`: demo members with weeks of mornings, progress, and their purchases, a gift, a live event. What exists
 * stays; the same day gives the same house.
 */
export async function seedHouse(db: Db, { now, appUrl }: { now: number; appUrl: string }): Promise<House> {
  const today = dateIn(DEFAULT_ZONE, now);
  const bought: PastSubscription[] = [];
  for (const resident of RESIDENTS) {
    const one = await moveIn(db, resident, { today, now });
    if (one) bought.push(one);
  }
  await insertPastMornings(db, { today, now, appUrl });
  const [coming] = await selectComing(db, now, 1);
  if (!coming) await insertLiveEvent(db, { ...liveEventOf(today), createdAt: now, updatedAt: now });
  const order = await orderGift(db, today);
  const known = await readPastPurchases(db);
  const subscriptions = bought.filter(({ id }) => known.subscriptions.every((one) => one.id !== id));
  const orders = known.orders.map((one) => (one.id === order?.id ? order : one));
  return {
    past: { subscriptions: [...known.subscriptions, ...subscriptions], orders },
    uncounted: await countFrom(db, today, now),
    news: [...subscriptions.map(({ id }) => id), ...(order ? [order.id] : [])],
  };
}
