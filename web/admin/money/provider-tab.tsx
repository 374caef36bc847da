import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProviderSubscription } from "#domain/contract/money/subscriptions.ts";
import { SmallButton } from "../parts/small-button.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { GiftsCard } from "./gifts-card.tsx";
import { ManageSubscription } from "./manage-subscription.tsx";
import { redact } from "./redact.ts";
import { SubscriptionList } from "./subscription-list.tsx";
import { subscriptionsQuery } from "./subscriptions.query.ts";

/** Scrolls to the management card where the layout puts it below the list. */
function showManagement(): void {
  const isBeside = window.matchMedia("(min-width: 64rem)").matches;
  if (!isBeside) document.getElementById("manage-subscription")?.scrollIntoView({ block: "start" });
}

export function ProviderTab() {
  const subscriptions = useQuery(subscriptionsQuery);
  const [picked, setPicked] = useState<ProviderSubscription | null>(null);
  const { data } = subscriptions;
  // As last read; an older one that was searched for isn't in the list.
  const listed = [...(data?.subscriptions ?? []), ...(data?.outOfSync ?? [])];
  const chosen = listed.find(({ id }) => id === picked?.id) ?? picked;
  const choose = (subscription: ProviderSubscription) => {
    setPicked(subscription);
    showManagement();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <TitledCard
        id="subscriptions"
        title="PayPal subscriptions"
        hint="Last 30 days."
        aside={
          data && (
            <SmallButton onClick={() => subscriptions.refetch()} isBusy={subscriptions.isFetching}>
              Refresh
            </SmallButton>
          )
        }
      >
        <SubscriptionList subscriptions={subscriptions} chosenId={chosen?.id ?? null} onChoose={choose} />
      </TitledCard>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-6">
        <ManageSubscription subscription={chosen ?? undefined} />
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
