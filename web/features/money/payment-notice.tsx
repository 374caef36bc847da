import { BRAND } from "#domain/brand.ts";
import { Alert } from "../../ui/alert.tsx";
import { Spinner } from "../../ui/button.tsx";
import { FailedPayment } from "./failed-payment.tsx";
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
