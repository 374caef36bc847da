import { clsx } from "clsx";
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
  const look = statusOf(profile, subscription);
  return (
    <Link
      to={accountPath("membership")}
      // Keeps its place until the subscription tells.
      className={clsx(
        "mb-4 inline-flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm hover:text-bolt lg:mb-6",
        isPending && "invisible",
      )}
    >
      {/* A trial's status is its name. */}
      {look.label !== "Trial" && <span className="font-semibold semi-wide">{planLabel(profile.subscriptionType)}</span>}
      <StateBadge look={look} />
      <span className="text-muted">{dueWords(profile, subscription, look.label)}</span>
    </Link>
  );
}

/** Follows the status: "Expired on Nov 20, 2026". */
function dueWords(profile: ProfileResponse, subscription: MySubscription["subscription"], status: string) {
  const { subscriptionEndDate: end } = profile;
  const { state, nextBillingAt, accessUntil, openUntil, changesTo } = subscription ?? {};
  const charge = nextBillingAt ?? changesTo?.startsAt;
  if ((state === "active" || state === "ends") && charge) return `Next charge ${formatDate(charge)}`;
  // Given days outlast a cancelled subscription, even after its end.
  const access = openUntil ?? ((state === "payment_failed" || state === "ends") && accessUntil);
  if (access) return `Access until ${formatDate(access)}`;
  return end && `${status === "Expired" ? "on" : endTerm(profile)} ${formatDate(end)}`;
}
