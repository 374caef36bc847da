import type { ReactNode } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { planLabel } from "#domain/rules/plans.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { displayName, STATUS_TONES } from "./account-words.ts";

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-bolt";

type Detail = { term: string; value: ReactNode };

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid grid-cols-1 divide-y divide-line">
      {details.map(({ term, value }) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3.5 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[11rem_1fr]"
        >
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function endTerm({ hasAccess, subscriptionType, isGiftSubscription }: ProfileResponse): string {
  const isTrial = subscriptionType === "trial";
  if (hasAccess) return isTrial ? "Trial ends" : isGiftSubscription ? "Gift ends" : "Paid through";
  return `${isTrial ? "Trial" : "Membership"} ended`;
}

export function SubscriptionCard({ profile }: { profile: ProfileResponse }) {
  const { subscriptionStatus: status, subscriptionEndDate: end } = profile;
  const details: (Detail | false)[] = [
    { term: "Name", value: displayName(profile) },
    { term: "Email", value: profile.email },
    { term: "Plan", value: planLabel(profile.subscriptionType) },
    end !== null && { term: endTerm(profile), value: formatDate(end) },
    profile.isGiftSubscription && { term: "Gift from", value: profile.giftGiverName ?? "Someone thinking of you" },
    { term: "Member since", value: formatDate(profile.createdAt) },
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
      <p className="mt-5 flex flex-wrap gap-x-6 border-line border-t pt-3">
        <a href={PUBLIC_PAGES.subscribe} className={LINK}>
          Choose a plan
        </a>
        <a href={PUBLIC_PAGES.gift} className={LINK}>
          Give a membership
        </a>
      </p>
    </Card>
  );
}

/** SMS doesn't exist yet (spec section 9); the section announces it. */
export function SmsCard({ profile }: { profile: ProfileResponse }) {
  return (
    <Card aria-labelledby="sms-heading">
      <CardHeading id="sms-heading" aside={<Badge tone="yellow">Coming Soon</Badge>}>
        SMS
      </CardHeading>
      <SwitchField
        label="Wake-up by text message"
        hint={profile.phoneNumber ?? "Not available yet"}
        isOn={profile.smsEnabled}
        onChange={() => undefined}
        disabled
      />
    </Card>
  );
}
