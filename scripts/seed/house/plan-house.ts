import { createHash } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { CURRENCY, PLANS } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { PastOrder, PastPayment, PastSubscription } from "#sandbox/paypal/account/past-purchases.ts";
import { PAYPAL_SANDBOX } from "#sandbox/paypal/paypal-settings.ts";
import { uuidOf } from "#sandbox/uuid-of.ts";
import type { Resident } from "./residents.ts";

const MONTHS = { monthly: 1, annual: 12 } as const;
const TRIAL_DAYS = 25;
const CANCELLED_DAYS_AGO = 3;

/** The same text gives the same ID, in PayPal's alphabets: a payer's has neither 0 nor 1. */
function idOf(text: string, length: number): string {
  const digits = createHash("sha256").update(text).digest("hex").toUpperCase();
  return digits.replaceAll("0", "X").replaceAll("1", "Y").slice(0, length);
}

const at = (date: string, hour: number) => instantAt(date, hour, DEFAULT_ZONE);

const buyerOf = (email: string) => ({ email, payerId: idOf(email, 13) });

function paymentOf(text: string, cents: number, time: number): PastPayment {
  return { id: idOf(`${text} ${time}`, 17), cents, time, refunds: [], isReversed: false };
}

export const wakeUpAt = (date: string) => at(date, 6);

export function joinedAt({ joined }: Resident, today: string): number {
  return at(addDays(today, -joined), 9);
}

export function trialOf(resident: Resident, today: string): { startsAt: number; until: number } {
  const startsAt = joinedAt(resident, today);
  return { startsAt, until: startsAt + TRIAL_DAYS * DAY_MS };
}

/** A resident's subscription at PayPal, as bought on the day they joined, or null for a trial. */
export function subscriptionOf(resident: Resident, today: string): PastSubscription | null {
  const { email, plan, state } = resident;
  if (state === "trial") return null;
  const boughtAt = joinedAt(resident, today);
  const text = `${email} ${boughtAt}`;
  const dueAt = (cycle: number) => addMonths(boughtAt, cycle * MONTHS[plan], "UTC");
  const charges: number[] = [];
  while (dueAt(charges.length) < at(today, 0)) charges.push(dueAt(charges.length));
  const failedAt = state === "past_due" ? (charges.at(-1) ?? null) : null;
  const paid = charges.filter((time) => time !== failedAt);
  const isOver = state === "ends";
  return {
    id: `I-${idOf(text, 12)}`,
    customId: uuidOf(`checkout ${text}`),
    planId: PAYPAL_SANDBOX.plans[plan],
    buyer: buyerOf(email),
    createdAt: boughtAt,
    startsAt: boughtAt,
    status: isOver ? "CANCELLED" : "ACTIVE",
    statusAt: isOver ? at(addDays(today, -CANCELLED_DAYS_AGO), 20) : boughtAt,
    nextBillingAt: isOver ? null : dueAt(charges.length),
    failedAt,
    failedPayments: failedAt === null ? 0 : 1,
    payments: paid.map((time) => paymentOf(text, PLANS[plan].price.cents, time)),
  };
}

/** A day's session of a resident. `at` is when they last played it. */
export type Played = { date: string; isCompleted: boolean; at: number };

export function progressOf({ completed, started }: Resident, today: string): Played[] {
  const played = (isCompleted: boolean) => (day: number) => {
    const date = addDays(today, -day);
    return { date, isCompleted, at: wakeUpAt(date) + 12 * MINUTE_MS };
  };
  return [...completed.map(played(true)), ...started.map(played(false))];
}

/** A gift bought yesterday, whose email goes out this morning, and its order at PayPal. */
export function giftOf(today: string) {
  const createdAt = at(addDays(today, -1), 18);
  const deliverAt = wakeUpAt(today);
  const { cents: priceCents } = PLANS.monthly.price;
  const id = uuidOf("gift");
  const order: PastOrder = {
    id: idOf("gift's order", 17),
    customId: id,
    createdAt,
    cents: priceCents,
    currency: CURRENCY,
    buyer: buyerOf("member@daybolt.test"),
    payment: paymentOf("gift", priceCents, createdAt + 2 * MINUTE_MS),
  };
  const gift = {
    id,
    plan: "monthly" as const,
    priceCents,
    currency: CURRENCY,
    orderId: order.id,
    createdAt,
    giverName: "Morgan",
    giverEmail: "member@daybolt.test",
    recipientName: "Robin",
    recipientEmail: "robin@daybolt.test",
    message: "You said you'd start running in the mornings. Here's your first month of reasons.",
    deliverOn: today,
    timezone: DEFAULT_ZONE,
    deliverAt,
    expiresAt: addMonths(deliverAt, 12, DEFAULT_ZONE),
  };
  return { gift, order };
}

/** The next live session: close enough for its invitation to go out today. */
export function liveEventOf(today: string) {
  const date = addDays(today, 6);
  return {
    id: uuidOf(`live ${date}`),
    title: "Live: your hardest morning",
    startsAt: at(date, 18),
    url: "https://example.com/live",
    note: "Bring one question. We answer as many as we can in an hour.",
  };
}
