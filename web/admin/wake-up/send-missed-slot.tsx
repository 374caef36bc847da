import { useState } from "react";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
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
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const param = { slotAt: String(Date.parse(at)) };
  const send = useAction({
    act: async () => {
      const answer = await read(adminApi.admin.slots[":slotAt"]["send-again"].$post({ param }));
      setAskedAt(Date.now());
      return answer;
    },
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
  const hasFailed = askedAt !== null && knownAt >= askedAt && !send.isPending;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Send again: ${formatSlot(at)}`}
        isBusy={send.isPending}
        onClick={() => send.mutate()}
      >
        Send again
      </Button>
      {hasFailed && (
        <span role="alert" className="text-bad text-sm">
          It could not be sent. Nothing is lost: send it again.
        </span>
      )}
    </>
  );
}
