import { giftLengthText } from "#domain/rules/consent.ts";
import { dateTextOf } from "#domain/rules/local-time.ts";
import { GIFT_MONTHS } from "#domain/rules/payments.ts";
import { PLANS, type PlanId } from "#domain/rules/plans.ts";
import { zoneLabel } from "#domain/rules/time-zones.ts";
import type { Gift } from "./gifts.queries.ts";

export const DELIVERY_HOUR = 6;

/** A gift's plan: one of those on sale, since nothing else can be ordered. */
export function planOf({ plan }: Pick<Gift, "plan">): PlanId {
  return plan === "annual" ? "annual" : "monthly";
}

export function monthsOf(gift: Pick<Gift, "plan">): number {
  return GIFT_MONTHS[planOf(gift)];
}

export function planName(gift: Pick<Gift, "plan">): string {
  return PLANS[planOf(gift)].name;
}

/** "Friday, December 25, 2026 at 6:00 AM (Central)" */
export function deliverText(gift: Pick<Gift, "timezone" | "deliverAt">): string {
  return `${dateTextOf(gift, gift.deliverAt)} at ${DELIVERY_HOUR}:00 AM (${zoneLabel(gift.timezone)})`;
}

/** What all mails of a gift are made of. */
export function mailWords(gift: Pick<Gift, "id" | "giverName" | "recipientName" | "plan">) {
  const { id: giftId, giverName, recipientName } = gift;
  return { giftId, giverName, recipientName, lengthText: giftLengthText(planOf(gift)) };
}
