import { hasAccess } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import type { TrialMonths } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Member, NewMember } from "../members/member.ts";

export type Grant = { trialMonths: TrialMonths; now: number };

/** When a trial of that many months ends: from the end of a running one, else from now. */
export function trialEnd(member: Member | undefined, { trialMonths, now }: Grant): number {
  const isRunning = member?.subscriptionType === "trial" && hasAccess(member, now);
  const start = isRunning ? (member.accessEndsAt ?? now) : now;
  return addMonths(start, trialMonths, member?.timezone ?? DEFAULT_ZONE);
}

/** The columns a granted trial writes. Mornings that passed without access stay passed. */
export function trialColumns(member: Member | undefined, endsAt: number, now: number): Partial<NewMember> {
  const hadAccess = member !== undefined && hasAccess(member, now);
  return {
    subscriptionType: "trial",
    subscriptionStatus: "trial",
    accessEndsAt: endsAt,
    subscriptionEndsAt: endsAt,
    updatedAt: now,
    ...(hadAccess ? {} : { wakeUpSince: now }),
  };
}

/** "Ana Maria Lopez" → first name "Ana", the rest the last name. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [firstName = name, ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.length > 0 ? rest.join(" ") : null };
}
