import { formatTime } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { SmallButton } from "../../ui/button.tsx";
import { useAction } from "../parts/use-action.ts";
import { allDeliveries } from "./delivery.query.ts";

type SendMissedSlotProps = {
  at: string;
  isBeingSent: boolean;
  /** Epoch ms when `isBeingSent` was last fetched. */
  knownAt: number;
};

/** Sends an hour that wasn't dispatched in time. Its batches are created after the response; if that fails, the button stays. */
export function SendMissedSlot({ at, isBeingSent, knownAt }: SendMissedSlotProps) {
  const param = { slotAt: String(Date.parse(at)) };
  const send = useAction({
    act: () => adminApi.admin.slots[":slotAt"]["send-again"].$post({ param }),
    reads: [allDeliveries],
    failed: "Couldn't send the emails",
    tell: ({ outcome, message }) => ({ title: message, tone: outcome === "queued" ? "success" : "info" }),
  });
  if (isBeingSent)
    return (
      <span role="status" className="text-sm text-warn">
        Sending...
      </span>
    );
  const hasFailed = send.isSuccess && knownAt >= send.submittedAt;
  return (
    <>
      <SmallButton aria-label={`Send now: ${formatTime(at)}`} isBusy={send.isPending} onClick={() => send.mutate()}>
        Send now
      </SmallButton>
      {hasFailed && (
        <span role="alert" className="text-bad text-sm">
          We couldn't send the emails. Nothing is lost. Try again.
        </span>
      )}
    </>
  );
}
