import { Send } from "lucide-react";
import type { DeliveryResponse, Resend } from "#domain/contract/wake-up.ts";
import { formatCount, formatDateTime, formatNumber } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Card } from "../../ui/card.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { ProgressBar, SmallButton } from "../parts/controls.tsx";
import { useAction } from "../parts/use-action.ts";
import { allDeliveries, isResending } from "./delivery.query.ts";
import {
  batchesText,
  ONLY_MISSING,
  resendQuestion,
  resendText,
  resendTitle,
  secondCopyQuestion,
} from "./delivery-words.ts";

const route = adminApi.admin.mornings[":date"]["send-again"];

type ResendAllProps = Pick<DeliveryResponse, "date" | "resendable" | "resend">;

/** Resends a morning's failed batches and missed hours. The server does it, so any browser shows how far it is and can stop it. */
export function ResendAll({ date, resendable, resend }: ResendAllProps) {
  if (resend === null && resendable.batches === 0) return null;
  const isOpen = resend !== null && isResending(resend);
  return (
    <Card
      id="resend"
      title={resend ? resendTitle(resend) : "Resend"}
      hint={resend && `Started ${formatDateTime(resend.askedAt)}`}
      aside={isOpen && <Stop date={date} />}
    >
      <div className="grid gap-4">
        {isOpen && <Progress resend={resend} />}
        <p role="status">
          {resend
            ? resendText(resend)
            : `${formatCount(resendable.members, "member")} didn't get this email and still can.`}
        </p>
        {!isOpen && <Actions date={date} resendable={resendable} doubtful={resend?.doubtful ?? 0} />}
      </div>
    </Card>
  );
}

function Stop({ date }: { date: string }) {
  const stop = useAction({
    act: () => route.$delete({ param: { date } }),
    reads: [allDeliveries],
  });
  return (
    <>
      <SmallButton isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </SmallButton>
      <ActionError of={stop} title="Couldn't stop resending" />
    </>
  );
}

function Progress({ resend: { resent, left } }: { resend: Resend }) {
  return (
    <>
      <p className="font-bold tabular-nums">{`${formatNumber(resent)} of ${batchesText(resent + left)}`}</p>
      <ProgressBar label="Resending" value={resent} max={resent + left} />
    </>
  );
}

type ActionsProps = Pick<DeliveryResponse, "date" | "resendable"> & { doubtful: number };

/** Where all that's left may have arrived, only the confirmed resend is offered. */
function Actions({ date, resendable: { batches, members }, doubtful }: ActionsProps) {
  const ask = (mayRepeat: boolean) => ({
    act: () => route.$post({ param: { date }, json: { mayRepeat } }),
    reads: [allDeliveries],
    failed: "Couldn't start resending",
  });
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {batches > doubtful && (
        <AskButton
          {...resendQuestion(members)}
          {...ask(false)}
          text={ONLY_MISSING}
          button={{ variant: "primary", icon: Send, children: "Resend all" }}
        />
      )}
      {doubtful > 0 && (
        <AskButton
          {...secondCopyQuestion(batchesText(doubtful))}
          {...ask(true)}
          text="Some members may get a second copy."
          button={{ icon: Send, children: "Resend anyway" }}
        />
      )}
    </div>
  );
}
