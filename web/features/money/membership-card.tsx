import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate, formatMoney } from "#domain/formats.ts";
import { PUBLIC_PAGES, subscribePath } from "#domain/paths.ts";
import { PLANS, planLabel, planName } from "#domain/rules/plans.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass, TEXT_LINK } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { endTerm, otherPlan, rhythmOf, sentenceOf } from "./membership-words.ts";
import { FixInPayPal } from "./payment-notice.tsx";
import { PaymentsList } from "./payments-list.tsx";
import { useMySubscription } from "./subscription.query.ts";

type Subscription = NonNullable<MySubscription["subscription"]>;

export function MembershipCard({ profile }: { profile: ProfileResponse }) {
  const mine = useMySubscription();
  return (
    <Card id="membership-heading" title="Membership and payments">
      <QueryPanel query={mine} loading="Loading your membership..." failed="Your membership didn't load">
        {({ subscription, waitingGift, payments }) => (
          <div className="grid grid-cols-1 gap-5">
            {(profile.isGiftSubscription || isOther(subscription, profile)) && (
              <Access profile={profile} isOther={isOther(subscription, profile)} />
            )}
            {subscription ? (
              <Running subscription={subscription} isNamed={isOther(subscription, profile)} />
            ) : (
              <>
                <p className="leading-relaxed text-muted">
                  {profile.hasAccess
                    ? "Nothing renews, and nothing is charged."
                    : "You don't have a paid subscription."}
                </p>
                <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary", "md", "sm:justify-self-start")}>
                  Choose a plan
                </a>
              </>
            )}
            {waitingGift && <WaitingGift gift={waitingGift} />}
            <PaymentsList payments={payments} timezone={profile.timezone} />
            <a href={PUBLIC_PAGES.gift} className={`${TEXT_LINK} justify-self-start font-semibold`}>
              Give a membership
            </a>
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}

/** Whether its plan isn't the one that the page's first line names. */
const isOther = (subscription: Subscription | null, { subscriptionType }: ProfileResponse) =>
  subscription !== null && subscription.plan !== subscriptionType;

/** What the page's first line doesn't say of the member's access. */
function Access({ profile, isOther }: { profile: ProfileResponse; isOther: boolean }) {
  const { subscriptionType, subscriptionEndDate: end, isGiftSubscription, giftGiverName } = profile;
  return (
    <DetailList
      details={[
        ["Plan", isOther && planLabel(subscriptionType)],
        [endTerm(profile), isOther && end !== null && formatDate(end)],
        ["Gift from", isGiftSubscription && (giftGiverName ?? "Someone thinking of you")],
      ]}
    />
  );
}

function Running({ subscription, isNamed }: { subscription: Subscription; isNamed: boolean }) {
  const { plan, state, changesTo } = subscription;
  const price = formatMoney(subscription.priceCents, subscription.currency);
  const isSaid = !isNamed && planLabel(plan).includes(price);
  const sentence = sentenceOf(subscription, isSaid ? "" : `${price} ${rhythmOf(plan)}.`);
  return (
    <>
      {isNamed && <p className="text-lg font-bold semi-wide">{planName(plan)}</p>}
      {sentence && (
        <p data-confirmed="" className="leading-relaxed text-muted">
          {sentence}
        </p>
      )}
      {state === "payment_failed" && (
        <Alert>
          PayPal will try again in the next few days. Make sure your card is valid or your PayPal balance covers the
          charge.
        </Alert>
      )}
      {changesTo && (
        <Alert tone="info">
          {changesTo.plan === plan
            ? `You're subscribed again. ${planName(plan)} renews on ${formatDate(changesTo.startsAt)}`
            : `${planName(changesTo.plan)} takes over on ${formatDate(changesTo.startsAt)}`}
          {`, for ${formatMoney(changesTo.priceCents, changesTo.currency)} ${rhythmOf(changesTo.plan)}.`}
        </Alert>
      )}
      <Ways subscription={subscription} />
    </>
  );
}

function Ways({ subscription }: { subscription: Subscription }) {
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./cancel-dialog.tsx"));
  const { plan, state, changesTo } = subscription;
  const isOver = state === "ends" || state === "ended";
  const isClosed = isOver || state === "unpaid";
  const hasFailed = state === "payment_failed";
  const target = isClosed && plan !== "quarterly" ? plan : otherPlan(plan);
  return (
    <div className="flex flex-wrap gap-3">
      {hasFailed && <FixInPayPal look={buttonClass("primary", "md", "max-sm:w-full")} />}
      {changesTo === null && state !== "confirming" && !hasFailed && (
        <a href={`${subscribePath(target)}#checkout`} className={buttonClass("secondary", "md", "max-sm:w-full")}>
          {isClosed ? "Subscribe again" : `Change to ${PLANS[target].name}`}
        </a>
      )}
      {(!isOver || changesTo !== null) && (
        <Button variant="ghost" className="max-sm:w-full" isBusy={isLoading} onClick={open}>
          Cancel Subscription
        </Button>
      )}
      {isOpen && part && <part.CancelDialog subscription={subscription} onClose={close} />}
    </div>
  );
}

function WaitingGift({ gift }: { gift: NonNullable<MySubscription["waitingGift"]> }) {
  const when =
    gift.startsAt === null
      ? "It starts when your subscription ends. If you cancel, it starts when your paid time ends."
      : `It starts on ${formatDate(gift.startsAt)}, when your paid time ends.`;
  return <Alert tone="success">{`${gift.giverName} gave you ${planName(gift.plan)}. ${when}`}</Alert>;
}
