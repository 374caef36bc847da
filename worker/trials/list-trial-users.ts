import type { TrialUser } from "#domain/contract/trials.ts";
import type { Ctx } from "../context.ts";
import { listTrialMembers } from "./trials.queries.ts";

/** One answer's worth: the list has no pages. */
const MOST = 500;

/** Those on a trial or whose trial has ended, the last to end first, so that running ones are never cut off by old ones. */
export async function listTrialUsers(ctx: Ctx): Promise<TrialUser[]> {
  const members = await listTrialMembers(ctx.db, MOST);
  return members.map(({ id, firstName, lastName, email, subscriptionEndsAt }) => ({
    id,
    firstName,
    lastName,
    email,
    trialEndDate: subscriptionEndsAt === null ? null : new Date(subscriptionEndsAt).toISOString(),
  }));
}
