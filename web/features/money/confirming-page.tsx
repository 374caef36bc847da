import { PUBLIC_PAGES } from "#domain/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CHECKOUT, ConfirmingPayment } from "./confirming-payment.tsx";
import { usePaymentWindow } from "./payment-window.query.ts";

/** Shown at /dashboard to someone who has just paid, until there's a session. */
export function ConfirmingPage() {
  const payment = usePaymentWindow(CHECKOUT);
  if (payment.state !== "open") return <ConfirmingPayment payment={payment} />;
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <p className="text-xl font-extrabold semi-wide">No payment in progress</p>
      <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary", "lg")}>
        Choose a plan
      </a>
    </div>
  );
}
