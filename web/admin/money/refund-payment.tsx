import { useState } from "react";
import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { formatDateTime, formatMoney } from "#domain/formats.ts";
import { REFUND_REASONS, type RefundEffect, refundCents } from "#domain/rules/refunds.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { TextField } from "../../ui/field.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";

/** The contract allows 255 characters. */
export const REFUND_REASON = {
  hint: "Choose one, or write your own.",
  maxLength: 255,
  choices: REFUND_REASONS,
};

const KEPT = "Access and the subscription stay as they are.";
const EFFECTS: Record<RefundEffect, string> = {
  ends_access:
    "This is the payment for the current period: we'll cancel the subscription first, and its access ends now. Any subscription scheduled to follow it is also cancelled.",
  keeps_access:
    "We'll cancel the subscription first. This isn't the payment for the current period, so access continues through the paid period.",
  over: "We'll cancel the subscription first. Its access has already ended.",
};

type RefundPaymentProps = { payment: MemberPayments["payments"][number] };

export function RefundPayment({ payment }: RefundPaymentProps) {
  const { id, currency, refundableCents: left, isWithinWindow, windowEndsAt, effect } = payment;
  // Null: all that's left, also if that changes meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  const cents = typed === null ? left : refundCents(typed, left);
  const rest = formatMoney(left, currency);
  const amount = formatMoney(cents ?? left, currency);
  const { refundWindowHours } = SERVICE_TERMS;
  const forget = () => setTyped(null);
  return (
    <AskButton
      button={{
        variant: "danger",
        size: "sm",
        className: "justify-self-start",
        children: `Refund ${rest}`,
        "aria-haspopup": "dialog",
        onClick: forget,
      }}
      title={`Refund ${amount}?`}
      text={
        <span className="grid gap-3">
          <span>
            {`${amount} of the payment from ${formatDateTime(payment.paidAt)}. `}
            {cents === left ? EFFECTS[effect] : `This is a partial refund. ${KEPT}`}
          </span>
          <Badge tone={isWithinWindow ? "green" : "orange"} className="justify-self-start">
            {isWithinWindow
              ? `Inside the ${refundWindowHours}-hour window`
              : `Outside the ${refundWindowHours}-hour window`}
          </Badge>
          <span className="text-sm">
            {`The window began with their first payment and ${isWithinWindow ? "ends" : "ended"} ${formatDateTime(windowEndsAt)}.`}
          </span>
        </span>
      }
      action={`Refund ${amount}`}
      isDisabled={cents === null}
      reason={REFUND_REASON}
      act={(requestId, reason) => {
        const json = { requestId, reason, ...(cents === null ? {} : { cents }) };
        return adminApi.admin.payments[":id"].refund.$post({ param: { id }, json });
      }}
      reads={[everyMemberKey]}
      failed="Refund failed"
      renewsId
      onDone={forget}
    >
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? (left / 100).toFixed(2)}
        error={cents === null ? `Enter an amount up to ${rest}` : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </AskButton>
  );
}
