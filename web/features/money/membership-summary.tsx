import { Link } from "react-router";
import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import { accountPath } from "#domain/paths.ts";
import { planLabel } from "#domain/rules/plans.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import { endTerm, statusOf } from "./membership-words.ts";
import { useMySubscription } from "./subscription.query.ts";

/** Plan, status, and next charge or end in one line, which leads to all that is known of the membership. */
export function MembershipSummary({ profile }: { profile: ProfileResponse }) {
  const { data, isPending } = useMySubscription();
  const subscription = data?.subscription ?? null;
  return (
    <Link
      to={accountPath("membership")}
      className="mb-4 inline-flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm hover:text-bolt lg:mb-6"
    >
      <span className="font-semibold semi-wide">{planLabel(profile.subscriptionType)}</span>
      {/* Keeps its place until the subscription tells. */}
      <span className={isPending ? "invisible" : "contents"}>
        <StateBadge look={statusOf(profile, subscription)} />
        <span className="text-muted">{dueWords(profile, subscription)}</span>
      </span>
    </Link>
  );
}

function dueWords(profile: ProfileResponse, subscription: MySubscription["subscription"]): string | null {
  const { subscriptionType, hasAccess, subscriptionEndDate: end } = profile;
  const { state, nextBillingAt = null, accessUntil = null } = subscription ?? {};
  if (state === "active" && nextBillingAt) return `Next charge ${formatDate(nextBillingAt)}`;
  if (state === "payment_failed" && accessUntil) return `Access until ${formatDate(accessUntil)}`;
  const term = hasAccess && subscriptionType === "trial" ? "Ends" : endTerm(profile);
  return end && `${term} ${formatDate(end)}`;
}
