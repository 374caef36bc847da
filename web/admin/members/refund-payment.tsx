import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { formatDateTime, formatMoney } from "#domain/formats.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { everyMemberKey } from "./members.query.ts";

/** The contract allows 255 characters. */
export const REFUND_REASON = { hint: "Saved with the refund and in the audit log.", maxLength: 255 };

export function RefundPayment({ payment }: { payment: MemberPayments["payments"][number] }) {
  const { id, currency, refundableCents, isWithinWindow, isGift } = payment;
  const amount = formatMoney(refundableCents, currency);
  const { refundWindowHours } = SERVICE_TERMS;
  return (
    <AskButton
      button={{ variant: "danger", size: "sm", className: "justify-self-start", children: `Refund ${amount}` }}
      title={`Refund ${amount}?`}
      text={
        <span className="grid gap-3">
          <span>
            {`Refunds ${amount} of the payment from ${formatDateTime(payment.paidAt)}. `}
            {isGift
              ? "The gift can't be redeemed anymore."
              : "We cancel the subscription first. If this is its latest payment, access ends now, and a plan waiting to follow it is cancelled, too."}
          </span>
          <Badge tone={isWithinWindow ? "green" : "orange"} className="justify-self-start">
            {isWithinWindow
              ? `Inside the ${refundWindowHours}-hour window`
              : `Outside the ${refundWindowHours}-hour window`}
          </Badge>
        </span>
      }
      action={`Refund ${amount}`}
      reason={{ place: `refund/${id}`, ...REFUND_REASON }}
      act={(requestId, reason) =>
        adminApi.admin.payments[":id"].refund.$post({ param: { id }, json: { requestId, reason } })
      }
      reads={[everyMemberKey]}
      failed="Refund failed"
    />
  );
}
