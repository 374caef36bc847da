import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { selectConsentsOf } from "../account/consents/consents.queries.ts";
import type { Member } from "../account/member/member.ts";
import { needsNoProof } from "../account/proof/first-proof.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { isLive } from "../money/subscriptions/subscription-states.ts";
import { selectSubscriptionsOf } from "../money/subscriptions/subscriptions.queries.ts";

const MOST_CONSENTS = 100;

/**
 * The end of the access that a deletion takes away. The deletion cancels an active subscription, so grace counts only once the paid time
 * has ended.
 */
function lostAccessEnd({ accessEndsAt, subscriptionEndsAt }: Member, isCharged: boolean, now: number): number | null {
  return isCharged && subscriptionEndsAt !== null && subscriptionEndsAt > now ? subscriptionEndsAt : accessEndsAt;
}

export async function readPrivacy(ctx: Ctx, { caller }: { caller: Caller }): Promise<PrivacyResponse> {
  const [[consents, owned], member] = await Promise.all([
    ctx.db.batch([
      selectConsentsOf(ctx.db, caller.memberId, MOST_CONSENTS),
      selectSubscriptionsOf(ctx.db, caller.memberId),
    ]),
    caller.member,
  ]);
  const hasLiveSubscription = owned.some(({ subscription }) => isLive(subscription));
  return {
    asks: (await needsNoProof(caller)) ? "word" : member.passwordHash === null ? "code" : "password",
    hasLiveSubscription,
    accessEndsAt: hasAccess(member, ctx.now) ? isoOrNull(lostAccessEnd(member, hasLiveSubscription, ctx.now)) : null,
    consents: consents.map(({ at, ...consent }) => ({ ...consent, at: new Date(at).toISOString() })),
  };
}
