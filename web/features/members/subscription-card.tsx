import type { ProfileResponse } from "#domain/contract/members.ts";
import { planLabel } from "#domain/rules/plans.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { type Detail, DetailList } from "./detail-list.tsx";
import { accountDate, displayName, STATUS_TONES } from "./member-words.ts";

function endTerm({ hasAccess, subscriptionType }: ProfileResponse): string {
  const isTrial = subscriptionType === "trial";
  if (hasAccess) return isTrial ? "Trial ends" : "Paid through";
  return `${isTrial ? "Trial" : "Membership"} ended`;
}

export function SubscriptionCard({ profile }: { profile: ProfileResponse }) {
  const { subscriptionStatus: status, subscriptionEndDate: end } = profile;
  const details: (Detail | false)[] = [
    { term: "Name", value: displayName(profile) },
    { term: "Email", value: profile.email },
    { term: "Plan", value: planLabel(profile.subscriptionType) },
    end !== null && { term: endTerm(profile), value: accountDate(end) },
    profile.isGiftSubscription && { term: "Gift from", value: profile.giftGiverName ?? "Someone who thinks of you" },
    { term: "Member since", value: accountDate(profile.createdAt) },
  ];
  return (
    <Card aria-labelledby="subscription-heading">
      <CardHeading
        id="subscription-heading"
        aside={
          <Badge tone={STATUS_TONES[status]} className="capitalize">
            {status}
          </Badge>
        }
      >
        Subscription
      </CardHeading>
      <DetailList details={details.filter((detail) => detail !== false)} />
    </Card>
  );
}
