import { BRAND } from "#domain/brand.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import type { WakeUpQuestion } from "#domain/contract/wake-up-choice.ts";
import type { SubscriptionStatus } from "#domain/rules/plans.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** Badge colors of spec section 4. */
export const STATUS_TONES: Record<SubscriptionStatus, BadgeTone> = {
  active: "green",
  trial: "blue",
  cancelled: "orange",
  expired: "red",
};

export function displayName({ firstName, lastName }: Pick<ProfileResponse, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || `${BRAND.name} Member`;
}

/** The hours to choose from, including a saved one that the operator no longer offers. */
export function hoursOnOffer({ emailTime, wakeUpOptions }: WakeUpQuestion): string[] {
  return [...new Set([...wakeUpOptions.emailTimes, emailTime])].sort();
}
