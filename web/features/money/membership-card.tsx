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
import { FailedPayment } from "./failed-payment.tsx";
import { otherPlan, rhythmOf } from "./payment-words.ts";
import { PaymentsList } from "./payments-list.tsx";
import { useMySubscription } from "./subscription.query.ts";

type Subscription = NonNullable<MySubscription["subscription"]>;

const STATES: Record<Subscription["state"], { label: string; tone: BadgeTone }> = {
  confirming: { label: "Confirming", tone: "blue" },
  active: { label: "Renews", tone: "green" },
  payment_failed: { label: "Payment failed", tone: "red" },
  unpaid: { label: "Unpaid", tone: "red" },
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
              <p className="leading-relaxed text-muted">You don't have a paid subscription.</p>
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
        <StatePanel kind="error" title="Your membership didn't load" detail={errorDetail(mine.error)} retry={mine} />
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
      {state === "payment_failed" && <FailedPayment accessUntil={subscription.accessUntil} />}
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

/** Until PayPal has accepted the cancellation, we can't promise that nothing is charged. */
const CANCEL_PENDING =
  "PayPal hasn't confirmed the cancellation. We'll try again within the hour and keep trying until it does, so you don't need to do anything. If PayPal charges you in the meantime, write to us and we'll refund it.";

function sentenceOf(subscription: Subscription, price: string): string {
  const { state, nextBillingAt, accessUntil, openUntil, changesTo, isCancelPending } = subscription;
  const until = accessUntil && formatDate(accessUntil);
  const open = openUntil && formatDate(openUntil);
  switch (state) {
    case "confirming":
      return "PayPal is confirming your payment. This usually takes a few seconds.";
    case "active":
      return nextBillingAt ? `${price}. Next charge on ${formatDate(nextBillingAt)}.` : `${price}.`;
    case "payment_failed":
      return `${price}. The last charge didn't go through.`;
    case "unpaid":
      return `${price}. We haven't received a payment, so ${until ? `your access through this plan ended on ${until}` : "this plan doesn't give you access"}. If PayPal collects the payment, your access comes back. To keep the plan, check your card or balance in PayPal. To stop the charge, cancel your subscription.`;
    case "ends":
      if (changesTo) return `Paid through ${formatDate(changesTo.startsAt)}, when your next charge is due.`;
      return [
        until && `You have access until ${open ?? until}.`,
        isCancelPending ? CANCEL_PENDING : "You won't be charged again.",
      ]
        .filter(Boolean)
        .join(" ");
    case "ended":
      if (open) return `Your subscription has ended, and you won't be charged again. You have access until ${open}.`;
      return `${until ? `Your subscription ended on ${until}.` : "Your subscription has ended."} ${isCancelPending ? CANCEL_PENDING : "You won't be charged again."}`;
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
