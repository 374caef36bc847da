import { adminApi } from "../../lib/admin-session.ts";
import { SmallButton } from "../parts/small-button.tsx";
import { useAction } from "../parts/use-action.ts";
import { allDeliveries } from "./delivery.query.ts";
import { formatSlot } from "./delivery-words.ts";

type SendMissedSlotProps = {
  at: string;
  isBeingSent: boolean;
  /** When it was last known whether it is. */
  knownAt: number;
};

/** Sends an hour after all that nobody dispatched in time. Its batches are made after the answer; what fails then leaves the button here. */
export function SendMissedSlot({ at, isBeingSent, knownAt }: SendMissedSlotProps) {
  const param = { slotAt: String(Date.parse(at)) };
  const send = useAction({
    act: () => adminApi.admin.slots[":slotAt"]["send-again"].$post({ param }),
    reads: allDeliveries,
    failed: "Failed to send again",
    tell: ({ outcome, message }) => ({ title: message, tone: outcome === "queued" ? "success" : "info" }),
  });
  if (isBeingSent)
    return (
      <span role="status" className="text-sm text-warn">
        Being sent…
      </span>
    );
  const hasFailed = send.isSuccess && knownAt >= send.submittedAt;
  return (
    <>
      <SmallButton aria-label={`Send again: ${formatSlot(at)}`} isBusy={send.isPending} onClick={() => send.mutate()}>
        Send again
      </SmallButton>
      {hasFailed && (
        <span role="alert" className="text-bad text-sm">
          It could not be sent. Nothing is lost: send it again.
        </span>
      )}
    </>
  );
}
