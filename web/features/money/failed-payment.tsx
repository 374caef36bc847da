import { ExternalLink } from "lucide-react";
import { formatDate } from "#domain/formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { TEXT_LINK } from "../../ui/button.tsx";

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
