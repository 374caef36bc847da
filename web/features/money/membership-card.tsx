import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import { formatDate, formatMoney } from "#domain/formats.ts";
import { PUBLIC_PAGES, subscribePath } from "#domain/paths.ts";
import { PLANS, planName } from "#domain/rules/plans.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { MendPayment } from "./mend-payment.tsx";
import { otherPlan, rhythmOf } from "./payment-words.ts";
import { PaymentsList } from "./payments-list.tsx";
import { useMySubscription } from "./subscription.query.ts";

type Subscription = NonNullable<MySubscription["subscription"]>;

const STATES: Record<Subscription["state"], { label: string; tone: BadgeTone }> = {
  confirming: { label: "Confirming", tone: "blue" },
  active: { label: "Renews", tone: "green" },
  payment_failed: { label: "Payment failed", tone: "red" },
  unpaid: { label: "Not paid", tone: "red" },
  ends: { label: "Cancelled", tone: "orange" },
  ended: { label: "Ended", tone: "grey" },
};

export function MembershipCard() {
  const mine = useMySubscription();
  const subscription = mine.data?.subscription;
  return (
    <Card aria-labelledby="membership-heading">
      <CardHeading id="membership-heading" aside={subscription && <StateBadge subscription={subscription} />}>
        Membership and payments
      </CardHeading>
      {mine.data ? (
        <div className="grid grid-cols-1 gap-5">
          {subscription ? (
            <Running subscription={subscription} />
          ) : (
            <>
              <p className="leading-relaxed text-muted">Nothing is charged: there is no subscription in your name.</p>
              <a href={PUBLIC_PAGES.subscribe} className={buttonClass("secondary")}>
                Choose a plan
              </a>
            </>
          )}
          {mine.data.waitingGift && <WaitingGift gift={mine.data.waitingGift} />}
          <PaymentsList payments={mine.data.payments} />
        </div>
      ) : mine.isPending ? (
        <StatePanel kind="loading" title="Loading your membership..." />
      ) : (
        <StatePanel kind="error" title="Your payments did not load" detail={errorDetail(mine.error)} retry={mine} />
      )}
    </Card>
  );
}

function StateBadge({ subscription: { state, changesTo } }: { subscription: Subscription }) {
  // Renewed before its end, so it counts as active.
  const { label, tone } = STATES[state === "ends" && changesTo ? "active" : state];
  return <Badge tone={tone}>{label}</Badge>;
}

function Running({ subscription }: { subscription: Subscription }) {
  const { plan, state, changesTo } = subscription;
  const price = `${formatMoney(subscription.priceCents, subscription.currency)} ${rhythmOf(plan)}`;
  return (
    <>
      <div className="grid gap-1">
        <p className="text-lg font-bold semi-wide">{planName(plan)}</p>
        <p className="leading-relaxed text-muted">{sentenceOf(subscription, price)}</p>
      </div>
      {state === "payment_failed" && <MendPayment accessUntil={subscription.accessUntil} />}
      {changesTo && (
        <Alert tone="info">
          {changesTo.plan === plan
            ? `You have rejoined: ${planName(plan)} goes on from ${formatDate(changesTo.startsAt)}`
            : `${planName(changesTo.plan)} takes over on ${formatDate(changesTo.startsAt)}`}
          {`, for ${formatMoney(changesTo.priceCents, changesTo.currency)} ${rhythmOf(changesTo.plan)}.`}
        </Alert>
      )}
      <Ways subscription={subscription} />
    </>
  );
}

/** Until PayPal has accepted the cancellation, we can't promise that nothing is charged. */
const CANCEL_PENDING =
  "PayPal did not answer when we told it of the cancellation. We tell it again within the hour, and go on until it has taken it: there is nothing for you to do. Should it charge you before that, write to us and we send the money back.";

function sentenceOf(subscription: Subscription, price: string): string {
  const { state, nextBillingAt, accessUntil, openUntil, changesTo, isCancelPending } = subscription;
  const until = accessUntil && formatDate(accessUntil);
  const open = openUntil && formatDate(openUntil);
  switch (state) {
    case "confirming":
      return "PayPal is confirming your payment. As a rule this takes a few seconds.";
    case "active":
      return nextBillingAt ? `${price}. Next charge on ${formatDate(nextBillingAt)}.` : `${price}.`;
    case "payment_failed":
      return `${price}. The last charge did not go through.`;
    case "unpaid":
      return `${price}. No payment came through, so it has opened nothing${until ? ` since ${until}` : ""}. PayPal may still charge for it, and then everything opens again. If you do not want that, cancel it; if you do, see at PayPal that your card or balance is good.`;
    case "ends":
      if (changesTo) return `Paid until ${formatDate(changesTo.startsAt)}, when the next charge is made.`;
      return [until && `Yours until ${open ?? until}.`, isCancelPending ? CANCEL_PENDING : "Nothing more is charged."]
        .filter(Boolean)
        .join(" ");
    case "ended":
      if (open) return `It has ended, and nothing is charged. Everything stays open to you until ${open}.`;
      return `${until ? `It ended on ${until}.` : "It has ended."} ${isCancelPending ? CANCEL_PENDING : "Nothing is charged."}`;
  }
}

function Ways({ subscription }: { subscription: Subscription }) {
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./cancel-dialog.tsx"));
  const { plan, state, changesTo } = subscription;
  const isOver = state === "ends" || state === "ended";
  const isClosed = isOver || state === "unpaid";
  const target = isClosed && plan !== "quarterly" ? plan : otherPlan(plan);
  return (
    <div className="flex flex-wrap gap-3">
      {changesTo === null && state !== "confirming" && (
        <a href={`${subscribePath(target)}#checkout`} className={buttonClass("secondary", "md", "max-sm:w-full")}>
          {isClosed ? "Rejoin" : `Change to ${PLANS[target].name}`}
        </a>
      )}
      {(!isOver || changesTo !== null) && (
        <Button variant="ghost" className="max-sm:w-full" isBusy={isLoading} onClick={open}>
          Cancel membership
        </Button>
      )}
      {isOpen && part && <part.CancelDialog subscription={subscription} onClose={close} />}
    </div>
  );
}

function WaitingGift({ gift }: { gift: NonNullable<MySubscription["waitingGift"]> }) {
  const when =
    gift.startsAt === null
      ? "It waits, and begins when what you pay for has ended: cancel your subscription, and the gift starts at its paid end."
      : `It begins on ${formatDate(gift.startsAt)}, when what you have paid for ends.`;
  return <Alert tone="success">{`${gift.giverName} gave you ${planName(gift.plan)}. ${when}`}</Alert>;
}
