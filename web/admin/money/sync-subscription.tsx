import { RefreshCw } from "lucide-react";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { everyMemberKey } from "../members/members.query.ts";
import { useAction } from "../parts/use-action.ts";
import { subscriptionsQuery } from "./subscriptions.query.ts";

type SubscriptionOf = { memberId: string; id: string };

export function SyncSubscription({ memberId, id }: SubscriptionOf) {
  const sync = useAction({
    act: () => adminApi.admin.members[":id"].subscriptions[":sid"].heal.$post({ param: { id: memberId, sid: id } }),
    reads: [everyMemberKey, subscriptionsQuery.queryKey],
  });
  return (
    <SmallButton icon={RefreshCw} className="justify-self-start" isBusy={sync.isPending} onClick={() => sync.mutate()}>
      Sync with PayPal
    </SmallButton>
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
