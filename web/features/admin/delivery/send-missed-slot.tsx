import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { useToast } from "../../../ui/use-toast.ts";
import { allDeliveries } from "./delivery.query.ts";
import { formatSlot } from "./delivery-words.ts";

/** Sends an hour after all that nobody dispatched in time. */
export function SendMissedSlot({ at }: { at: string }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const send = useMutation({
    mutationFn: () =>
      read(adminApi.admin.slots[":slotAt"]["send-again"].$post({ param: { slotAt: String(Date.parse(at)) } })),
    onSuccess: ({ outcome, message }) => toast({ title: message, tone: outcome === "queued" ? "success" : "info" }),
    onError: (error) => toast({ title: "Failed to send again", description: errorDetail(error), tone: "error" }),
    onSettled: () => queryClient.invalidateQueries(allDeliveries),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Send again: ${formatSlot(at)}`}
      isBusy={send.isPending}
      onClick={() => send.mutate()}
    >
      Send again
    </Button>
  );
}
