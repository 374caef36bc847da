import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { Caller } from "../auth/sessions.ts";
import { selectConsentsOf } from "../consents/consents.queries.ts";
import type { Ctx } from "../context.ts";
import { isLive } from "../payments/subscription-states.ts";
import { selectSubscriptionsOf } from "../payments/subscriptions.queries.ts";

const MOST_CONSENTS = 100;

/** What the section Privacy shows of a member, in one round trip. */
export async function readPrivacy(ctx: Ctx, { caller }: { caller: Caller }): Promise<PrivacyResponse> {
  const [[consents, owned], member] = await Promise.all([
    ctx.db.batch([
      selectConsentsOf(ctx.db, caller.memberId, MOST_CONSENTS),
      selectSubscriptionsOf(ctx.db, caller.memberId),
    ]),
    caller.member,
  ]);
  return {
    hasPassword: member.passwordHash !== null,
    hasLiveSubscription: owned.some(({ subscription }) => isLive(subscription)),
    accessEndsAt:
      hasAccess(member, ctx.now) && member.accessEndsAt !== null ? new Date(member.accessEndsAt).toISOString() : null,
    consents: consents.map(({ purpose, at, text, priceText, termsVersion }) => ({
      ...{ purpose, text, priceText, termsVersion },
      at: new Date(at).toISOString(),
    })),
  };
}
