import { Hourglass, MailCheck } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import type { ConfirmCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { APP_PAGES, PAID_LOGIN_PATH, PUBLIC_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { Button, buttonClass, Spinner } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { type PaymentWindow, type Purchase, usePaymentWindow } from "./payment-window.query.ts";
import { keepCheckout, readStoredCheckout, type StoredCheckout } from "./stored-checkout.ts";
import { keepWelcome } from "./stored-welcome.ts";

/** Stores the session if there is one, and continues to where the welcome is shown (spec section 2, "Subscribe"). */
function arrive({ subscriptionId, token, needsLogin, isInvited, opensWithPayment }: ConfirmCheckoutResponse): void {
  if (token !== null) {
    clearForSignIn();
    storeAuthToken(token);
  }
  if (isInvited) return;
  keepWelcome({ subscriptionId, opensWithPayment: opensWithPayment === true, isLeft: false });
  window.location.assign(needsLogin ? PAID_LOGIN_PATH : APP_PAGES.welcome);
}

/** A subscription purchase. Access opens when the server learns of it from PayPal. */
export const CHECKOUT: Purchase<StoredCheckout, ConfirmCheckoutResponse> = {
  queryKey: ["/api/checkout", "confirm"],
  readStored: readStoredCheckout,
  keep: keepCheckout,
  ask: (id) => read(api.checkout[":id"].confirm.$post({ param: { id } }, { init: { keepalive: true } })),
  onPaid: arrive,
  isWatched: true,
};

const PANEL = "grid animate-fade justify-items-center gap-4 py-10 text-center focus:outline-none";

/** Shown after PayPal's approval. It scrolls into view, because it replaces a longer form whose end the buyer was looking at. */
export function ConfirmingPayment({ payment }: { payment: PaymentWindow }) {
  const { state, isInvited, isAsking, ask, forget } = payment;
  if (isInvited) {
    return (
      <div role="status" ref={focusOnArrival} tabIndex={-1} className={PANEL}>
        <MailCheck className="size-10 text-bolt" />
        <p className="text-xl font-extrabold semi-wide">Payment confirmed</p>
        <p className="max-w-sm leading-relaxed">Check your email: one link opens your membership.</p>
      </div>
    );
  }
  if (state !== "late") {
    const isPaid = state === "paid";
    return (
      <div role="status" ref={focusOnArrival} tabIndex={-1} className={PANEL}>
        <Spinner className="size-10 text-bolt" />
        <p className="text-xl font-extrabold semi-wide">
          {isPaid ? "Payment confirmed" : "Confirming your payment..."}
        </p>
        <p className="max-w-sm leading-relaxed text-muted">
          {isPaid
            ? "Opening your command center..."
            : "PayPal approved it. This usually takes a few seconds. It's safe to leave this page."}
        </p>
      </div>
    );
  }
  return (
    <div role="status" ref={focusOnArrival} tabIndex={-1} className={PANEL}>
      <Hourglass className="size-9 text-warn" />
      <p className="text-xl font-extrabold semi-wide">PayPal is taking longer than usual</p>
      <p className="max-w-sm leading-relaxed text-muted">
        We'll keep checking. As soon as PayPal confirms, we'll email you a link to get in. You won't be charged twice.
      </p>
      <Button size="lg" onClick={ask} isBusy={isAsking}>
        Check again
      </Button>
      <Button variant="ghost" onClick={forget}>
        I didn't approve it. Start over
      </Button>
      <p className="flex max-w-sm items-start gap-2 text-left text-sm text-muted">
        <MailCheck className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{`No email within an hour? Write to ${BRAND.supportEmail} and we'll track it down.`}</span>
      </p>
    </div>
  );
}

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
