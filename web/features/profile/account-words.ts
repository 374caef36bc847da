import { BRAND } from "#domain/brand.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import type { WakeUpQuestion } from "#domain/contract/wake-up-choice.ts";

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
