import { Alert } from "../../ui/alert.tsx";
import { Button, Spinner } from "../../ui/button.tsx";
import type { PaymentWindow } from "./payment-window.query.ts";

type LeftPaymentProps = {
  state: PaymentWindow["left"];
  /** It was PayPal that could not go on. */
  hasFailed: boolean;
  onAskAgain: () => void;
};

/** What stands beside PayPal's buttons once its window was left: the buyer may have agreed all the same. */
export function LeftPayment({ state, hasFailed, onAskAgain }: LeftPaymentProps) {
  const what = hasFailed ? "PayPal could not go on." : "You left PayPal’s window.";
  if (state === "checking") {
    return (
      <p role="status" className="flex items-center gap-3 text-[0.9375rem] text-muted leading-snug">
        <Spinner className="size-5 shrink-0 text-bolt" />
        {`${what} We are asking PayPal what became of it...`}
      </p>
    );
  }
  if (state === "nothing") {
    return hasFailed ? (
      <Alert>PayPal could not go on. Nothing was charged: please try again in a moment.</Alert>
    ) : (
      <Alert tone="info">You left PayPal before agreeing there. Nothing was charged.</Alert>
    );
  }
  return (
    <Alert tone="info">
      <p>
        {`${what} PayPal does not say yet what became of it. If you agreed there, it goes through without this page and a mail tells you; you are not charged twice.`}
      </p>
      <Button variant="secondary" className="mt-3" onClick={onAskAgain}>
        Check again
      </Button>
    </Alert>
  );
}
