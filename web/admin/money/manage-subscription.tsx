import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { DEFAULT_CANCEL_REASON, type ListedSubscription } from "#domain/contract/money/subscriptions.ts";
import { formatDate } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Detail, DetailList } from "../../ui/detail-list.tsx";
import { TextField } from "../../ui/field.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind, SmallButton, submits } from "../parts/controls.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { useUnsaved } from "../parts/unsaved.ts";
import { useAction } from "../parts/use-action.ts";
import { providerPlanLabel, providerStatus, providerTone } from "./subscription-words.ts";
import { subscriptionsQuery } from "./subscriptions.query.ts";

/** Explains, per status, why there is nothing to cancel: nothing is charged anymore, or not yet. */
const UNCHARGED: Record<string, string> = {
  cancelled: "This subscription has ended. No further charges.",
  expired: "This subscription has ended. No further charges.",
  approval_pending: "The buyer hasn't approved it. Nothing is charged.",
};

export function ManageSubscription({ subscription }: { subscription: ListedSubscription | undefined }) {
  /** By subscription, while another one is chosen. */
  const [reasons, setReasons] = useState<Record<string, string>>({});
  useUnsaved("Cancellation reason", Object.values(reasons).join("") !== "");
  return (
    <Card id="manage-subscription" title="Manage subscription">
      {subscription ? (
        <Chosen
          key={subscription.id}
          subscription={subscription}
          reason={reasons[subscription.id] ?? ""}
          onReason={(reason) => setReasons((all) => ({ ...all, [subscription.id]: reason }))}
        />
      ) : (
        <p className="text-muted">Select a subscription to manage</p>
      )}
    </Card>
  );
}

function factsOf(subscription: ListedSubscription): Detail[] {
  const { status, start_time, subscriber, memberId, difference } = subscription;
  const email = subscriber.email_address;
  return [
    [
      "Subscriber",
      memberId ? (
        <Link key="member" to={adminPath({ tab: "members", member: memberId })} className="text-bolt underline">
          {email || "View member"}
        </Link>
      ) : (
        email || "No email from PayPal"
      ),
    ],
    ["Plan", providerPlanLabel(subscription)],
    ["Start", formatDate(start_time)],
    [
      difference ? "Status, as last synced" : "Status",
      <Badge key="status" tone={providerTone(status)}>
        {providerStatus(status)}
      </Badge>,
    ],
  ];
}

type ChosenProps = { subscription: ListedSubscription; reason: string; onReason: (reason: string) => void };

function Chosen({ subscription, reason, onReason }: ChosenProps) {
  const { id, status, subscriber, memberId, difference } = subscription;
  const [isAsking, setIsAsking] = useState(false);
  const json = { reason: reason.trim() || undefined };
  const uncharged = UNCHARGED[status.toLowerCase()];
  const isDisabled = uncharged !== undefined;
  return (
    <>
      <form {...submits(() => setIsAsking(true))} className="grid gap-4">
        <p className="wrap-anywhere">
          <span className="text-muted">Selected:</span> {id}
        </p>
        <DetailList look="ends" details={factsOf(subscription)} />
        {difference && <OutOfSync memberId={memberId} id={id} difference={difference} />}
        {isDisabled && <Alert tone="info">{uncharged}</Alert>}
        <TextField
          label="Cancellation Reason"
          hint={`Optional. Saved in PayPal. Default: "${DEFAULT_CANCEL_REASON}".`}
          maxLength={128}
          {...bind(reason, onReason)}
          disabled={isDisabled}
        />
        <Button type="submit" variant="danger" disabled={isDisabled}>
          Cancel Subscription
        </Button>
      </form>
      {isAsking && (
        <AskToAct
          title="Cancel this subscription?"
          text={`No further charges. ${subscriber.email_address || "The member"} keeps access through the paid period and gets an email. You can't undo this, but they can subscribe again.`}
          action="Cancel Subscription"
          refusal="Keep subscription"
          act={() => adminApi.paypal.subscriptions[":id"].cancel.$post({ param: { id }, json })}
          reads={[subscriptionsQuery.queryKey]}
          failed="Failed to cancel subscription"
          notify={() => ({
            tone: "success",
            title: "Subscription Cancelled",
            description: `Successfully cancelled subscription ${id}`,
          })}
          closesOnFailure
          onDone={() => onReason("")}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

type SubscriptionOf = { memberId: string; id: string };

export function SyncSubscription({ memberId, id }: SubscriptionOf) {
  const sync = useAction({
    act: () => adminApi.admin.members[":id"].subscriptions[":sid"].heal.$post({ param: { id: memberId, sid: id } }),
    reads: [everyMemberKey, subscriptionsQuery.queryKey],
  });
  return (
    <div className="grid justify-items-start gap-3">
      <SmallButton icon={RefreshCw} isBusy={sync.isPending} onClick={() => sync.mutate()}>
        Sync with PayPal
      </SmallButton>
      <ActionError of={sync} />
    </div>
  );
}

type OutOfSyncProps = { memberId: string | null; id: string; difference: string };

/** Automatic sync failed, so nothing shown of this subscription is certain. */
export function OutOfSync({ memberId, id, difference }: OutOfSyncProps) {
  return (
    <Alert>
      <div className="grid gap-2">
        <p className="font-semibold">{`Out of sync: ${difference}`}</p>
        <p className="text-sm">
          What you see here is from the last sync. Sync again. If it's still out of sync, check it in PayPal.
        </p>
        {memberId && <SyncSubscription memberId={memberId} id={id} />}
      </div>
    </Alert>
  );
}
