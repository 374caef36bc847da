import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProviderSubscription } from "#domain/contract/money/subscriptions.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { useKeptText } from "../parts/kept.atoms.ts";
import { subscriptionsKey } from "./subscriptions.query.ts";

/** Why there is nothing to cancel: in these nothing is charged, any more or yet. */
const UNCHARGED: Record<string, string> = {
  cancelled: "It is over: nothing more is charged.",
  expired: "It is over: nothing more is charged.",
  approval_pending: "Its buyer has not agreed to it: nothing is charged.",
};

/** The one thing that is done to a subscription here (spec section 2, "Payment provider tab"). */
export function ManageSubscription({ subscription }: { subscription: ProviderSubscription | undefined }) {
  return (
    <Card aria-labelledby="manage-subscription">
      <CardHeading id="manage-subscription">Manage Subscription</CardHeading>
      {subscription ? (
        // Each has a reason of its own.
        <Chosen key={subscription.id} subscription={subscription} />
      ) : (
        <p className="text-muted">Select a subscription to manage</p>
      )}
    </Card>
  );
}

function Chosen({ subscription: { id, status, subscriber } }: { subscription: ProviderSubscription }) {
  const [reason, setReason] = useKeptText(`cancel/${id}`);
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancel(id);
  const uncharged = UNCHARGED[status.toLowerCase()];
  const isDisabled = uncharged !== undefined;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsking(true);
      }}
    >
      <p className="wrap-anywhere">
        <span className="text-muted">Selected:</span> {id}
      </p>
      {isDisabled && <Alert tone="info">{uncharged}</Alert>}
      <TextField
        label="Cancellation Reason"
        hint="Optional. PayPal keeps it; left empty it says “Administrative cancellation”."
        maxLength={128}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        disabled={isDisabled}
      />
      <Button type="submit" variant="danger" disabled={isDisabled} isBusy={cancel.isPending}>
        Cancel Subscription
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Cancel this subscription?"
        description={`${subscriber.email_address} is charged no more, keeps access to the end of what is paid for, and gets a mail about it. It cannot be taken back; they can subscribe anew.`}
      >
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsAsking(false)}>
            Keep it
          </Button>
          <Button
            variant="danger"
            isBusy={cancel.isPending}
            onClick={() =>
              cancel.mutate(reason.trim(), { onSuccess: () => setReason(""), onSettled: () => setIsAsking(false) })
            }
          >
            Cancel Subscription
          </Button>
        </DialogActions>
      </Dialog>
    </form>
  );
}

function useCancel(id: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (reason: string) =>
      read(
        adminApi.paypal.subscriptions[":id"].cancel.$post({
          param: { id },
          json: reason === "" ? {} : { reason },
        }),
      ),
    onSuccess: () =>
      toast({
        tone: "success",
        title: "Subscription Cancelled",
        description: `Successfully cancelled subscription ${id}`,
      }),
    onError: (error) =>
      toast({ tone: "error", title: "Failed to cancel subscription", description: errorDetail(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionsKey }),
  });
}
