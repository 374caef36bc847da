import type { TrialUser } from "#domain/contract/trials.ts";

/** First and last name as far as they are known, else the address. */
export function trialUserName({ firstName, lastName, email }: TrialUser): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
