import { Link } from "react-router";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import { accountPath } from "#domain/paths.ts";
import { planLabel } from "#domain/rules/plans.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import { endTerm, statusOf } from "./membership-words.ts";

/** Plan, status, and end in one line, which leads to all that is known of the membership. */
export function MembershipSummary({ profile }: { profile: ProfileResponse }) {
  const { subscriptionType, subscriptionEndDate: end } = profile;
  return (
    <Link
      to={accountPath("membership")}
      className="-mt-3 mb-4 inline-flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm hover:text-bolt sm:-mt-6 lg:mb-6"
    >
      <span className="font-semibold semi-wide">{planLabel(subscriptionType)}</span>
      <StateBadge look={statusOf(profile, null)} />
      {end !== null && <span className="text-muted">{`${endTerm(profile)} ${formatDate(end)}`}</span>}
    </Link>
  );
}
