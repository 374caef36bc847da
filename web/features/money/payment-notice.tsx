import { ExternalLink } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { formatDate } from "#domain/formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { Spinner, TEXT_LINK } from "../../ui/button.tsx";
import { useMySubscription } from "./subscription.query.ts";

/** The dashboard's payment messages, shown only if needed: a failed charge, or a payment on its way. */
export function PaymentNotice({ hasAccess, onPaid }: { hasAccess: boolean; onPaid: () => unknown }) {
  const { data } = useMySubscription(hasAccess ? undefined : onPaid);
  const subscription = data?.subscription;
  if (subscription?.state === "payment_failed" && hasAccess) {
    return <FailedPayment accessUntil={subscription.accessUntil} />;
  }
  if (subscription?.state !== "confirming" || hasAccess) return null;
  return (
    <Alert tone="info">
      <p className="flex items-center gap-3 font-bold semi-wide">
        Confirming your payment...
        <Spinner className="size-4" />
      </p>
      <p className="mt-1">
        {`PayPal approved it. This usually takes a few seconds, and then your sessions open here. If it takes longer than an hour, write to ${BRAND.supportEmail}.`}
      </p>
    </Alert>
  );
}

export function FailedPayment({ accessUntil }: { accessUntil: string | null }) {
  return (
    <Alert>
      <p className="font-bold semi-wide">
        {accessUntil
          ? `Your payment failed. You have access until ${formatDate(accessUntil)}.`
          : "Your payment failed."}
      </p>
      <p className="mt-1">
        PayPal may try again in the next few days. Make sure your card is valid or your PayPal balance covers the
        charge.
      </p>
      <a
        href="https://www.paypal.com/myaccount/autopay/"
        target="_blank"
        rel="noopener noreferrer"
        className={`${TEXT_LINK} gap-1.5 font-bold`}
      >
        Fix it in PayPal
        <ExternalLink className="size-4" />
      </a>
    </Alert>
  );
}
