import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import type { ProviderSubscription, ProviderSubscriptions } from "#domain/contract/money/subscriptions.ts";
import { formatNumericDate } from "#domain/formats.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { GiftsCard } from "./gifts-card.tsx";
import { ManageSubscription } from "./manage-subscription.tsx";
import { redact } from "./redact.ts";
import { providerPlanLabel, providerTone, subscriptionsQuery } from "./subscriptions.query.ts";

/** The provider returns a whole month at once, which can be hundreds of subscriptions. */
const SHOWN_AT_ONCE = 50;

/** Scrolls to the management card where the layout puts it below the list. */
function showManagement(): void {
  const isBeside = window.matchMedia("(min-width: 64rem)").matches;
  if (!isBeside) document.getElementById("manage-subscription")?.scrollIntoView({ block: "start" });
}

export function ProviderTab() {
  const subscriptions = useQuery(subscriptionsQuery);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { data } = subscriptions;
  const choose = (id: string) => {
    setChosenId(id);
    showManagement();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <TitledCard
        id="subscriptions"
        title="PayPal Subscriptions"
        hint="Last 30 days."
        aside={
          data && (
            <SmallButton onClick={() => subscriptions.refetch()} isBusy={subscriptions.isFetching}>
              Refresh
            </SmallButton>
          )
        }
      >
        <List subscriptions={subscriptions} chosenId={chosenId} onChoose={choose} />
      </TitledCard>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-6">
        <ManageSubscription subscription={data?.subscriptions.find(({ id }) => id === chosenId)} />
        <details className="rounded-card border border-line bg-panel">
          <summary className="min-h-12 cursor-pointer px-5 py-3.5 font-bold semi-wide sm:px-7">Raw response</summary>
          <pre className="whitespace-pre-wrap break-all px-5 pb-5 text-muted text-sm sm:px-7">
            {data ? JSON.stringify(redact(data), null, 2) : "No response yet."}
          </pre>
        </details>
      </div>
      <div className="min-w-0 lg:col-span-2">
        <GiftsCard />
      </div>
    </div>
  );
}

type ListProps = {
  subscriptions: UseQueryResult<ProviderSubscriptions>;
  chosenId: string | null;
  onChoose: (id: string) => void;
};

function List({ subscriptions, chosenId, onChoose }: ListProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  if (subscriptions.isPending) return <StatePanel kind="loading" title="Loading subscriptions..." />;
  const failure = subscriptions.isError
    ? `Failed to fetch PayPal subscriptions: ${errorDetail(subscriptions.error)}`
    : subscriptions.data.error;
  const list = subscriptions.data?.subscriptions ?? [];
  const notice = subscriptions.data?.notice;
  return (
    <div className="grid gap-4">
      {failure && (
        <StatePanel kind="error" title="Error loading subscriptions" detail={failure} retry={subscriptions} />
      )}
      {list.length > 0 && notice && <Alert tone="info">{notice}</Alert>}
      {list.length > 0 && (
        <ul className="grid gap-3">
          {list.slice(0, shown).map((subscription) => (
            <Subscription
              key={subscription.id}
              subscription={subscription}
              isChosen={subscription.id === chosenId}
              onChoose={() => onChoose(subscription.id)}
            />
          ))}
        </ul>
      )}
      {list.length > shown && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show more
        </Button>
      )}
      {list.length === 0 && !failure && (
        <StatePanel kind="empty" icon={CreditCard} title="No subscriptions found" detail={notice} />
      )}
    </div>
  );
}

type SubscriptionProps = { subscription: ProviderSubscription; isChosen: boolean; onChoose: () => void };

function Subscription({ subscription, isChosen, onChoose }: SubscriptionProps) {
  const { id, status, start_time, subscriber } = subscription;
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
          <Badge tone={providerTone(status)}>{status}</Badge>
          <span className="text-muted text-sm">{formatNumericDate(start_time)}</span>
        </span>
        <span className="wrap-anywhere font-bold semi-wide">{subscriber.email_address}</span>
        <span className="wrap-anywhere text-muted text-sm">{providerPlanLabel(subscription)}</span>
        <span className="wrap-anywhere text-muted text-sm">{id}</span>
      </button>
    </li>
  );
}
