import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import type { ProviderSubscription } from "#domain/contract/provider.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { formatCentralDate } from "../../../lib/central-date.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";

/** Spec section 4. */
const TONES: Record<string, BadgeTone> = { active: "green", cancelled: "red", suspended: "yellow", pending: "blue" };

export function ProviderTab() {
  const subscriptions = useQuery({
    queryKey: ["/api/paypal/subscriptions"],
    queryFn: () => read(adminApi.paypal.subscriptions.$get()),
    retry: false,
  });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const failure = subscriptions.isError ? errorDetail(subscriptions.error) : subscriptions.data?.error;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <Card aria-labelledby="subscriptions">
        <CardHeading id="subscriptions" hint="Those of the last 30 days.">
          PayPal Subscriptions
        </CardHeading>
        {subscriptions.isPending ? (
          <StatePanel kind="loading" title="Loading subscriptions..." />
        ) : failure ? (
          <StatePanel kind="error" title="Error loading subscriptions" detail={failure} retry={subscriptions} />
        ) : subscriptions.data?.subscriptions.length ? (
          <ul className="grid gap-3">
            {subscriptions.data.subscriptions.map((subscription) => (
              <Subscription
                key={subscription.id}
                subscription={subscription}
                isChosen={subscription.id === chosenId}
                onChoose={() => setChosenId(subscription.id)}
              />
            ))}
          </ul>
        ) : (
          <StatePanel
            kind="empty"
            icon={CreditCard}
            title="No subscriptions found"
            detail={subscriptions.data?.notice}
          />
        )}
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card aria-labelledby="manage-subscription">
          <CardHeading id="manage-subscription">Manage Subscription</CardHeading>
          {chosenId === null ? (
            <p className="text-muted">Select a subscription to manage</p>
          ) : (
            <p className="wrap-anywhere">
              <span className="text-muted">Selected:</span> {chosenId}
            </p>
          )}
        </Card>
        <details className="rounded-card border border-line bg-panel">
          <summary className="min-h-12 cursor-pointer px-5 py-3.5 font-bold semi-wide sm:px-7">Raw response</summary>
          <pre className="overflow-x-auto whitespace-pre-wrap break-all px-5 pb-5 text-muted text-sm sm:px-7">
            {subscriptions.data ? JSON.stringify(subscriptions.data, null, 2) : "No answer yet."}
          </pre>
        </details>
      </div>
    </div>
  );
}

type SubscriptionProps = { subscription: ProviderSubscription; isChosen: boolean; onChoose: () => void };

function Subscription({ subscription, isChosen, onChoose }: SubscriptionProps) {
  const { id, status, start_time, plan_id, subscriber } = subscription;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={clsx(
          "grid w-full gap-1.5 rounded-xl border bg-night p-4 text-left hover:border-bolt",
          isChosen ? "border-bolt" : "border-line",
        )}
      >
        <span className="flex flex-wrap items-center justify-between gap-3">
          <Badge tone={TONES[status.toLowerCase()] ?? "grey"}>{status}</Badge>
          <span className="text-muted text-sm">{formatCentralDate(start_time)}</span>
        </span>
        <span className="wrap-anywhere font-bold semi-wide">{subscriber.email_address}</span>
        <span className="wrap-anywhere text-muted text-sm">Plan: {plan_id}</span>
        <span className="wrap-anywhere text-muted text-sm">{id}</span>
      </button>
    </li>
  );
}
