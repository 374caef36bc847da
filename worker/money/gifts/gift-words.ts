import { formatTime } from "#domain/formats.ts";
import { giftLengthText } from "#domain/rules/consent.ts";
import { giftDayText, RIGHT_AWAY, waitsForDay } from "#domain/rules/gift-delivery.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { GIFT_MONTHS } from "#domain/rules/payments.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import type { Gift } from "./gifts.queries.ts";

/** Only these two plans can be given. */
export const planOf = ({ plan }: Pick<Gift, "plan">): PlanId => (plan === "annual" ? "annual" : "monthly");

export const monthsOf = (gift: Pick<Gift, "plan">): number => GIFT_MONTHS[planOf(gift)];

/** The parameters of an email that says when a gift's access begins and ends. */
export function placeWords(timezone: string, { startsAt, until }: { startsAt: number; until: number }) {
  return { startText: longDateIn(timezone, startsAt), endText: longDateIn(timezone, until) };
}

type Delivery = Pick<Gift, "timezone" | "deliverOn" | "deliverAt" | "nextMailAt" | "mailedAt"> & { paidAt: number };

/** When a paid gift arrives, or was sent: "Right away" or "Friday, December 25, 2026 at 6:00 AM Central". */
export function deliverText({ timezone, deliverOn, mailedAt, ...times }: Delivery): string {
  if (mailedAt !== null)
    return `${longDateIn(timezone, mailedAt)} at ${formatTime(mailedAt, timezone)} ${zoneWords(timezone)}`;
  return waitsForDay(times) ? giftDayText(deliverOn, timezone) : RIGHT_AWAY;
}

/** The parameters that all emails of a gift share. */
export function mailWords(gift: Pick<Gift, "id" | "giverName" | "recipientName" | "plan">) {
  const { id: giftId, giverName, recipientName } = gift;
  return { giftId, giverName, recipientName, lengthText: giftLengthText(planOf(gift)) };
}
