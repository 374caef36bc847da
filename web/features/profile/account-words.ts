import { BRAND } from "#domain/brand.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import type { WakeUpQuestion } from "#domain/contract/wake-up-choice.ts";
import { clockTime } from "#domain/rules/wake-up-hours.ts";
import { NO_EMAIL } from "#domain/rules/week-hours.ts";

type Named = Pick<ProfileResponse, "firstName" | "lastName">;

export function ownName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

export function displayName(named: Named): string {
  return ownName(named) || `${BRAND.name} Member`;
}

/** The hours to choose from, including a saved one that the operator no longer offers. */
export function hoursOnOffer({ emailTime, wakeUpOptions }: WakeUpQuestion): string[] {
  return [...new Set([...wakeUpOptions.emailTimes, emailTime])].sort();
}

export function weekendWords({ weekendTime }: Pick<ProfileResponse, "weekendTime">): string {
  if (weekendTime === null) return "Same hour";
  return weekendTime === NO_EMAIL ? "No email" : clockTime(weekendTime);
}
