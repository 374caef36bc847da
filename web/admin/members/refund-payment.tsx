import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { formatDateTime, formatMoney } from "#domain/formats.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { TextField } from "../../ui/field.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind } from "../parts/bind.ts";
import { useKeptText } from "../parts/kept.atoms.ts";
import { everyMemberKey } from "./members.query.ts";

type RefundPaymentProps = { payment: MemberPayments["payments"][number]; onClose: () => void };

export function RefundPayment({ payment, onClose }: RefundPaymentProps) {
  const { id, currency, refundableCents, isWithinWindow, isGift } = payment;
  const [reason, setReason] = useKeptText(`refund/${id}`);
  const amount = formatMoney(refundableCents, currency);
  const { refundWindowHours } = SERVICE_TERMS;
  return (
    <AskToAct
      title={`Refund ${amount}?`}
      text={
        <span className="grid gap-3">
          <span>
            {`PayPal still holds ${amount} of the payment of ${formatDateTime(payment.paidAt)}; all of it goes back to the payer. `}
            {isGift
              ? "The gift can no longer be redeemed."
              : "The subscription is cancelled first; if this is its latest payment, access ends at once, and a plan that was to follow it is cancelled, too."}
          </span>
          <Badge tone={isWithinWindow ? "green" : "orange"} className="justify-self-start">
            {isWithinWindow
              ? `Within the ${refundWindowHours} hours`
              : `Outside the ${refundWindowHours} hours: your goodwill`}
          </Badge>
        </span>
      }
      action={`Refund ${amount}`}
      isDisabled={reason.trim() === ""}
      act={(requestId) => adminApi.admin.payments[":id"].refund.$post({ param: { id }, json: { requestId, reason } })}
      reads={everyMemberKey}
      onDone={() => setReason("")}
      onClose={onClose}
    >
      <RefundReason reason={reason} onChange={setReason} />
    </AskToAct>
  );
}

/** Asks why a payment or a gift is refunded; the contract allows 255 characters. */
export function RefundReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <TextField
      label="Reason"
      hint="Kept with the refund and in the audit."
      maxLength={255}
      {...bind(reason, onChange)}
    />
  );
}
