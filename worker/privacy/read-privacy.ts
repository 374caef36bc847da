import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { selectConsentsOf } from "../account/consents/consents.queries.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { isLive } from "../money/subscriptions/subscription-states.ts";
import { selectSubscriptionsOf } from "../money/subscriptions/subscriptions.queries.ts";

const MOST_CONSENTS = 100;

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
