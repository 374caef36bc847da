import type { TrialUser } from "#domain/contract/trials.ts";
import type { Ctx } from "../context.ts";
import { listTrialMembers } from "./trials.queries.ts";

/** Everyone on a trial or whose trial has ended, the next to end first. */
export async function listTrialUsers(ctx: Ctx): Promise<TrialUser[]> {
  const members = await listTrialMembers(ctx.db);
  return members.map(({ id, firstName, lastName, email, subscriptionEndsAt }) => ({
    id,
    firstName,
    lastName,
    email,
    trialEndDate: subscriptionEndsAt === null ? null : new Date(subscriptionEndsAt).toISOString(),
  }));
}
