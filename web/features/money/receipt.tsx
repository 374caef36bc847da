import "./receipt.css";
import { ArrowLeft, Printer, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { Payment } from "#domain/contract/money/subscriptions.ts";
import { formatMoney } from "#domain/formats.ts";
import { accountPath } from "#domain/paths.ts";
import { BrandMark } from "../../brand/page-shell.tsx";
import { dateOnClockOf } from "../../lib/device-clock.ts";
import { ArrivalLink } from "../../ui/arrival-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { itemOf } from "./membership-words.ts";
import { useMySubscription } from "./subscription.query.ts";

type Buyer = { firstName: string | null; lastName: string | null; email: string; timezone: string };

/** One payment as a receipt to print or save, at `/profile?receipt={id}`. */
export function Receipt({ buyer }: { buyer: Buyer }) {
  const mine = useMySubscription();
  const [params] = useSearchParams();
  const payment = mine.data?.payments.find(({ id }) => id === params.get("receipt"));
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5 print:max-w-none">
      <div className="flex flex-wrap justify-between gap-3 print:hidden">
        <ArrivalLink to={accountPath("membership")} className={buttonClass("ghost", "md", "-ml-2")}>
          <ArrowLeft className="size-4" />
          Membership
        </ArrivalLink>
        {payment && (
          <Button icon={Printer} variant="secondary" onClick={() => window.print()}>
            Print or save
          </Button>
        )}
      </div>
      <QueryPanel query={mine} loading="Loading the receipt..." failed="The receipt didn't load">
        {() =>
          payment ? (
            <Paper payment={payment} buyer={buyer} />
          ) : (
            <StatePanel kind="empty" icon={ReceiptText} title="We couldn't find that payment" />
          )
        }
      </QueryPanel>
    </div>
  );
}

function Paper({ payment, buyer }: { payment: Payment; buyer: Buyer }) {
  const { amountCents, taxCents, refundedCents, currency } = payment;
  const paidOn = dateOnClockOf(buyer.timezone, payment.paidAt);
  const name = [buyer.firstName, buyer.lastName].filter(Boolean).join(" ");
  const rows: [string, ReactNode][] = [[itemOf(payment), formatMoney(amountCents - (taxCents ?? 0), currency)]];
  if (taxCents) rows.push(["Tax", formatMoney(taxCents, currency)]);
  return (
    <article
      aria-labelledby="receipt-heading"
      className="grid grid-cols-1 gap-7 rounded-card border border-line bg-panel p-5 sm:p-9 print:border-0 print:p-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-4">
        <BrandMark />
        <div className="sm:text-right">
          <h2 id="receipt-heading" className="text-2xl">
            Receipt
          </h2>
          <p className="text-sm text-muted">{paidOn}</p>
        </div>
      </div>
      <dl className="grid gap-5 text-sm leading-relaxed sm:grid-cols-2">
        <Party term="From">
          <p className="font-semibold text-ink">{BRAND.legalName || BRAND.name}</p>
          {BRAND.postalAddress && <p>{BRAND.postalAddress}</p>}
          <p>{BRAND.supportEmail}</p>
        </Party>
        <Party term="To">
          {name && <p className="font-semibold text-ink">{name}</p>}
          <p>{buyer.email}</p>
        </Party>
        <Party term="Receipt number">
          <p className="text-ink">{payment.id}</p>
        </Party>
        <Party term="Paid with">
          <p className="text-ink">PayPal, on {paidOn}</p>
        </Party>
      </dl>
      <table className="w-full text-left">
        <thead className="sr-only">
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, amount]) => (
            <tr key={what} className="border-t border-line">
              <td className="wrap-anywhere py-3 pr-4">{what}</td>
              <td className="whitespace-nowrap py-3 text-right tabular-nums">{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-bolt text-lg font-bold">
            <td className="py-3 pr-4">Paid</td>
            <td className="whitespace-nowrap py-3 text-right tabular-nums">{formatMoney(amountCents, currency)}</td>
          </tr>
          {refundedCents > 0 && (
            <tr className="border-t border-line">
              <td className="py-3 pr-4">Refunded</td>
              <td className="whitespace-nowrap py-3 text-right tabular-nums">{`−${formatMoney(refundedCents, currency)}`}</td>
            </tr>
          )}
        </tfoot>
      </table>
    </article>
  );
}

function Party({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="readout mb-1 text-muted">{term}</dt>
      <dd className="wrap-anywhere text-muted">{children}</dd>
    </div>
  );
}
