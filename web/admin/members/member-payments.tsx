import { useQuery } from "@tanstack/react-query";
import type { MemberPayments as Payments } from "#domain/contract/money/subscriptions.ts";
import { formatDate, formatDateTime, formatMoney } from "#domain/formats.ts";
import type { Canceller } from "#domain/rules/payments.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import { PAYMENT_STATES } from "../../features/money/money-states.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { type Detail, DetailList } from "../../ui/detail-list.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { OutOfSync, SyncSubscription } from "../money/manage-subscription.tsx";
import { RefundPayment } from "../money/refund-payment.tsx";
import { providerStatus, providerTone } from "../money/subscription-words.ts";
import { ROW } from "../parts/controls.tsx";
import { memberPaymentsQuery } from "./members.query.ts";

type Subscription = Payments["subscriptions"][number];
type Payment = Payments["payments"][number];

const CANCELLED_BY: Record<Canceller, string> = {
  member: "the member",
  administrator: "an administrator",
  refund: "a refund",
  plan_change: "a plan change",
  account_closed: "account deletion",
  lapse: "us (it was suspended, and access had ended 30 days earlier)",
  provider: "PayPal or the payer",
};

/** A member's subscriptions; their payments are in the timeline. */
export function MemberSubscriptions({ id }: { id: string }) {
  const payments = useQuery(memberPaymentsQuery(id));
  return (
    <Card id="member-subscriptions" title="PayPal subscriptions">
      <QueryPanel query={payments} loading="Loading payments..." failed="Couldn't load payments">
        {({ subscriptions }) => (
          <div className="grid gap-5">
            {subscriptions.length === 0 && <p className="text-muted">None.</p>}
            {subscriptions.some(({ isDouble }) => isDouble) && (
              <Alert>
                They're being charged twice for the same period. Refund the last payment of the extra subscription,
                which also cancels it. If it hasn't been charged yet, cancel it under More actions.
              </Alert>
            )}
            <ul aria-label="Subscriptions" className="grid gap-3 empty:hidden">
              {subscriptions.map((subscription) => (
                <SubscriptionRow key={subscription.id} memberId={id} subscription={subscription} />
              ))}
            </ul>
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}

function chargeFact({ nextBillingAt, isCancelPending, difference }: Subscription): Detail {
  const date = nextBillingAt && formatDate(nextBillingAt);
  if (isCancelPending) return ["Possible charge", date && `${date}, unless PayPal confirms first`];
  return [difference ? "Next charge, as last synced" : "Next charge", date];
}

function RawEvent({ name, at }: { name: string; at: string | null }) {
  return (
    <details>
      <summary className="cursor-pointer">{at ? formatDateTime(at) : "Received"}</summary>
      <span className="wrap-anywhere text-muted">{name}</span>
    </details>
  );
}

function SubscriptionRow({ memberId, subscription }: { memberId: string; subscription: Subscription }) {
  const { id, plan, status, ours, isDouble, difference, lastEvent, lastEventAt, cancelledBy, cancelReason } =
    subscription;
  const facts: Detail[] = [
    chargeFact(subscription),
    ["Failed charges", subscription.failedPayments > 0 ? String(subscription.failedPayments) : null],
    ["Cancelled by", cancelledBy && `${CANCELLED_BY[cancelledBy]}${cancelReason ? `: "${cancelReason}"` : ""}`],
    ["Last event", lastEvent && <RawEvent key="event" name={lastEvent} at={lastEventAt} />],
    ["Last synced", formatDateTime(subscription.readAt)],
  ];
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-night p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <p className="min-w-0">
          <span className="font-bold semi-wide">{PLAN_NAMES[plan]}</span>
          <span className="wrap-anywhere block text-muted text-sm">{id}</span>
        </p>
        <span className="flex flex-wrap gap-2">
          {isDouble && <Badge tone="red">Duplicate</Badge>}
          {difference && <Badge tone="orange">Out of sync</Badge>}
          {subscription.isCancelPending && <Badge tone="orange">Cancelling</Badge>}
          <Badge tone={difference || subscription.isCancelPending ? "grey" : providerTone(status)}>
            {providerStatus(status)}
          </Badge>
        </span>
      </div>
      {difference && <OutOfSync memberId={memberId} id={id} difference={difference} />}
      <p className="text-sm">{ours}</p>
      <DetailList look="ends" details={facts} />
      {!difference && <SyncSubscription memberId={memberId} id={id} />}
    </li>
  );
}

export function PaymentRow({ payment }: { payment: Payment }) {
  const { state, amountCents, currency, feeCents, taxCents, refundedCents, refunds } = payment;
  const parts = [
    feeCents !== null && `PayPal fee ${formatMoney(feeCents, currency)}`,
    taxCents !== null && taxCents > 0 && `tax ${formatMoney(taxCents, currency)}`,
    refundedCents > 0 && `${formatMoney(refundedCents, currency)} refunded`,
  ].filter(Boolean);
  return (
    <li className={ROW}>
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 py-0.5">
        <span className="font-semibold tabular-nums">{formatMoney(amountCents, currency)}</span>{" "}
        {payment.isGift ? `Gift, ${PLAN_NAMES[payment.plan]}` : PLAN_NAMES[payment.plan]}{" "}
        <span className="text-muted">{[formatDateTime(payment.paidAt), payment.id, ...parts].join(" · ")}</span>
      </p>
      {payment.refundableCents > 0 && <RefundPayment payment={payment} />}
      <StateBadge look={PAYMENT_STATES[state]} />
      {refunds.map(({ at, amountCents: cents, reason, by }) => (
        <p key={at} className="wrap-anywhere w-full pb-2">
          {`${formatMoney(cents, currency)} on ${formatDateTime(at)}${by ? ` by ${by}` : ""}: `}
          <span>{reason ? `"${reason}"` : "no reason stored"}</span>
        </p>
      ))}
    </li>
  );
}
