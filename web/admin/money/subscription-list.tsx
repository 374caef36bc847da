import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CreditCard } from "lucide-react";
import { Link } from "react-router";
import type { ListedSubscription, ListedSubscriptions } from "#domain/contract/money/subscriptions.ts";
import { formatDate, formatNumber } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { PressButtons } from "../parts/controls.tsx";
import { useFirstRows } from "../parts/first-rows.tsx";
import { ListSearch, useListParams } from "../parts/list-search.tsx";
import { providerPlanLabel, providerStatus, providerTone } from "./subscription-words.ts";
import { olderQuery } from "./subscriptions.query.ts";

/** The provider returns a whole month at once, which can be hundreds of subscriptions. */
const SHOWN_AT_ONCE = 25;

const FILTERS = [
  { value: "", label: "All" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
  { value: "cancelled", label: "Cancelled" },
  { value: "other", label: "Other" },
  { value: "out-of-sync", label: "Out of sync" },
] as const;

function ofFilter(
  { subscriptions, outOfSync = [] }: ListedSubscriptions,
  filter: (typeof FILTERS)[number]["value"],
): ListedSubscription[] {
  if (filter === "out-of-sync") return outOfSync;
  const isOther = (status: string) => !FILTERS.some(({ value }) => value === status);
  return subscriptions.filter(({ status }) =>
    filter === "other" ? isOther(status.toLowerCase()) : filter === "" || status.toLowerCase() === filter,
  );
}

type ListProps = {
  subscriptions: UseQueryResult<ListedSubscriptions>;
  chosenId: string | null;
  onChoose: (subscription: ListedSubscription) => void;
};

export function SubscriptionList({ subscriptions, ...choice }: ListProps) {
  if (subscriptions.isPending) {
    return (
      <div data-awaited="">
        <StatePanel kind="loading" title="Loading subscriptions..." />
      </div>
    );
  }
  const failure = subscriptions.isError
    ? `Failed to fetch PayPal subscriptions: ${errorDetail(subscriptions.error)}`
    : subscriptions.data.error;
  const { subscriptions: list = [], outOfSync = [], notice } = subscriptions.data ?? {};
  const isEmpty = list.length + outOfSync.length === 0;
  return (
    <div className="grid gap-4">
      {failure && (
        <StatePanel kind="error" title="Error loading subscriptions" detail={failure} retry={subscriptions} />
      )}
      {!isEmpty && notice && <Alert tone="info">{notice}</Alert>}
      {isEmpty
        ? !failure && <StatePanel kind="empty" icon={CreditCard} title="No subscriptions found" detail={notice} />
        : subscriptions.data && <Found all={subscriptions.data} {...choice} />}
    </div>
  );
}

function Found({ all, chosenId, onChoose }: Omit<ListProps, "subscriptions"> & { all: ListedSubscriptions }) {
  const { params, set } = useListParams();
  const filter = FILTERS.find(({ value }) => value === params.get("status")) ?? FILTERS[0];
  const q = params.get("q") ?? "";
  const isSought = ({ id, subscriber }: ListedSubscription) =>
    `${id} ${subscriber.email_address}`.toLowerCase().includes(q.toLowerCase());
  const list = ofFilter(all, filter.value).filter(isSought);
  const older = useQuery({ ...olderQuery(q), enabled: q !== "" && list.length === 0 });
  const found = list.length > 0 || q === "" ? list : (older.data?.subscriptions ?? []);
  const { first, more } = useFirstRows(found, SHOWN_AT_ONCE);
  const options = FILTERS.flatMap(({ value, label }) => {
    const { length } = ofFilter(all, value);
    return value === "other" && length === 0 ? [] : [{ value, label: `${label} ${formatNumber(length)}` }];
  });
  return (
    <>
      <ListSearch label="Search by email or ID" text={q} onSearch={(text) => set("q", text)}>
        <PressButtons label="Status" options={options} value={filter.value} onChange={(next) => set("status", next)} />
      </ListSearch>
      {found !== list && found.length > 0 && <p className="text-muted text-sm">From all our records:</p>}
      {found.length > 0 ? (
        <ul className="grid gap-3">
          {first.map((subscription) => (
            <Subscription
              key={subscription.id}
              subscription={subscription}
              isChosen={subscription.id === chosenId}
              onChoose={() => onChoose(subscription)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">
          {q === ""
            ? "No subscriptions found"
            : "Nothing matches. To find an older subscription, enter its full ID or the member's email."}
        </p>
      )}
      {more}
    </>
  );
}

type SubscriptionProps = { subscription: ListedSubscription; isChosen: boolean; onChoose: () => void };

function Subscription({ subscription, isChosen, onChoose }: SubscriptionProps) {
  const { id, status, start_time, subscriber, memberId, difference } = subscription;
  return (
    <li className={clsx("grid rounded-xl border bg-night hover:border-bolt", isChosen ? "border-bolt" : "border-line")}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose} className="grid gap-1 p-4 text-left">
        <span className="flex flex-wrap items-center justify-between gap-3">
          <span className="flex flex-wrap gap-2">
            <Badge tone={providerTone(status)}>{providerStatus(status)}</Badge>
            {difference && <Badge tone="orange">Out of sync</Badge>}
          </span>
          <span className="text-muted text-sm">
            Start: <span>{formatDate(start_time)}</span>
          </span>
        </span>
        <span className="wrap-anywhere font-bold semi-wide">{subscriber.email_address || "No email from PayPal"}</span>
        <span className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="wrap-anywhere">{providerPlanLabel(subscription)}</span>
          <span className="wrap-anywhere">{id}</span>
        </span>
        {difference && <span className="wrap-anywhere text-sm text-warn">{difference}</span>}
      </button>
      {memberId && (
        <Link
          to={adminPath({ tab: "members", member: memberId })}
          aria-label={`View member: ${subscriber.email_address || id}`}
          className="inline-flex min-h-11 items-center justify-self-start px-4 font-semibold text-bolt text-sm underline-offset-4 hover:underline"
        >
          View member
        </Link>
      )}
    </li>
  );
}
