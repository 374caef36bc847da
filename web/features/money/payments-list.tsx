import { ReceiptText } from "lucide-react";
import { Link } from "react-router";
import type { Payment } from "#domain/contract/money/subscriptions.ts";
import { formatMoney } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { dateOnClockOf } from "../../lib/device-clock.ts";
import { TEXT_LINK } from "../../ui/button.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { itemOf } from "./membership-words.ts";
import { PAYMENT_STATES } from "./money-states.ts";

/** Expects payments newest first; each links to its receipt. */
export function PaymentsList({ payments, timezone }: { payments: Payment[]; timezone: string }) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="payments-heading" className="border-t border-line pt-5">
      <h3 id="payments-heading" className="mb-2 text-base">
        Payments
      </h3>
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="grid min-w-0 flex-1 basis-[10rem] gap-0.5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {formatMoney(payment.amountCents, payment.currency)}
                {payment.state !== "completed" && <StateBadge look={PAYMENT_STATES[payment.state]} />}
              </p>
              <p className="text-sm text-muted">
                <span className="whitespace-nowrap">{dateOnClockOf(timezone, payment.paidAt)} ·</span> {itemOf(payment)}
              </p>
            </div>
            <Link
              to={`${APP_PAGES.profile}?${new URLSearchParams({ receipt: payment.id })}`}
              aria-label={`Receipt for ${dateOnClockOf(timezone, payment.paidAt)}`}
              className={`${TEXT_LINK} gap-2 font-semibold text-sm`}
            >
              <ReceiptText className="size-4" />
              Receipt
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
