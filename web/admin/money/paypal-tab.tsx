import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedSubscription } from "#domain/contract/money/subscriptions.ts";
import { Card } from "../../ui/card.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { GiftsCard } from "./gifts-card.tsx";
import { ManageSubscription } from "./manage-subscription.tsx";
import { SubscriptionList } from "./subscription-list.tsx";
import { subscriptionsQuery } from "./subscriptions.query.ts";

/** Scrolls to the management card where the layout puts it below the list. */
function showManagement(): void {
  const isBeside = window.matchMedia("(min-width: 64rem)").matches;
  if (!isBeside) document.getElementById("manage-subscription")?.scrollIntoView({ block: "start" });
}

export function PayPalTab() {
  const subscriptions = useQuery(subscriptionsQuery);
  const [picked, setPicked] = useState<ListedSubscription | null>(null);
  const { data } = subscriptions;
  // As last read; an older one that was searched for isn't in the list.
  const listed = [...(data?.subscriptions ?? []), ...(data?.outOfSync ?? [])];
  const chosen = listed.find(({ id }) => id === picked?.id) ?? picked;
  const choose = (subscription: ListedSubscription) => {
    setPicked(subscription);
    showManagement();
  };
  return (
    <div className="in-turn grid grid-cols-1 gap-6">
      <div className="max-lg:in-turn grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card
          id="subscriptions"
          title="PayPal subscriptions"
          hint="Started in the last 30 days, newest first. Those out of sync are listed at any age."
          aside={
            <SmallButton onClick={() => subscriptions.refetch()} isBusy={subscriptions.isFetching}>
              Refresh
            </SmallButton>
          }
        >
          <SubscriptionList subscriptions={subscriptions} chosenId={chosen?.id ?? null} onChoose={choose} />
        </Card>
        <div className="min-w-0 lg:sticky lg:top-6">
          <ManageSubscription subscription={chosen ?? undefined} />
        </div>
      </div>
      <GiftsCard />
      <details className="rounded-card border border-line bg-panel">
        <summary className="min-h-12 cursor-pointer px-5 py-3.5 font-bold semi-wide sm:px-7">Raw response</summary>
        <pre className="whitespace-pre-wrap break-all px-5 pb-5 text-muted text-sm sm:px-7">
          {data ? JSON.stringify(redact(data), null, 2) : "No response yet."}
        </pre>
      </details>
    </div>
  );
}

const NAMES_OF_PEOPLE =
  /^(email_address|name|given_name|surname|payer_id|phone.*|address.*|shipping.*|links|memberId)$/;

function redactText(text: string): string {
  const words = text.split(" ").map((word) => {
    const at = word.lastIndexOf("@");
    return at < 1 ? word : `${word[0]}…${word.slice(at)}`;
  });
  return words.join(" ");
}

/** Redacts a response for the raw panel: removes names, addresses, and links, and cuts email addresses to first letter and domain. */
function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!NAMES_OF_PEOPLE.test(key)) return [key, redact(inner)];
      return [key, typeof inner === "string" && inner.includes("@") ? redactText(inner) : "[redacted]"];
    }),
  );
}
