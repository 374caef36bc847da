import { type ReactNode, useRef, useState } from "react";
import type { PaymentWindow } from "../../features/money/payment-window.query.ts";
import { hasErrorCode, refusedFields } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, Spinner } from "../../ui/button.tsx";
import { ProviderButtons, type ProviderButtonsProps } from "./provider-buttons.tsx";

type PaymentFormProps = Pick<ProviderButtonsProps, "provider" | "kind" | "missing" | "onMissing"> & {
  id: string;
  className: string;
  payment: PaymentWindow;
  /** Identifies what is bought and who buys it: a retry of the same purchase keeps its request ID. */
  purchase: string;
  /** Creates the purchase at PayPal and returns PayPal's ID for it; undefined while nothing is chosen. */
  order: ((requestId: string) => Promise<string>) | undefined;
  /** Called when the sentence at the checkbox has changed, so it must be read and checked again. */
  onTermsChanged: () => void;
  loginPath?: string | undefined;
  buttonsKey?: string;
  firstMissing: string;
  refusal?: ReactNode;
  unchosen?: ReactNode;
  children: (refused: Partial<Record<string, ReactNode>>) => ReactNode;
};

const FAILED = "PayPal isn't responding right now. Try again in a moment.";
const CUT_OFF = "PayPal ran into a problem, or the connection was lost. Try again.";

export function PaymentForm(props: PaymentFormProps) {
  const { id, className, payment, purchase, order, onTermsChanged, loginPath, children } = props;
  const { provider, kind, buttonsKey, missing, firstMissing, onMissing, refusal, unchosen } = props;
  const [failure, setFailure] = useState<unknown>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // PayPal's script reports our own errors back to us; in that case nothing was opened, and there's nothing to watch.
  const isNotMade = useRef(false);
  const [requestIds] = useState(() => new Map<string, string>());

  const create = async (makeOrder: (requestId: string) => Promise<string>) => {
    setFailure(null);
    isNotMade.current = false;
    const requestId = requestIds.get(purchase) ?? crypto.randomUUID();
    requestIds.set(purchase, requestId);
    try {
      return await makeOrder(requestId);
    } catch (error) {
      isNotMade.current = true;
      // An expired or outdated purchase can't continue, so the next press starts a new one.
      if (hasErrorCode(error, "gone") || haveTermsChanged(error)) requestIds.delete(purchase);
      if (haveTermsChanged(error)) onTermsChanged();
      setFailure(error);
      // Its message may be far above PayPal's buttons.
      if (refusedFields(error).email) focusField(id, "email");
      throw error;
    }
  };
  const leave = (why: { hasFailed: boolean }) => {
    setFailure(null);
    setHasFailed(why.hasFailed);
    return payment.leave();
  };

  if (refusal) return refusal;
  const { email, ...refused } = refusedFields(failure);
  const isKnown = loginPath !== undefined && email !== undefined && hasErrorCode(failure, "conflict");
  return (
    <form
      id={id}
      noValidate
      // An edit may have answered what was refused.
      onChange={() => setFailure(null)}
      onSubmit={(event) => event.preventDefault()}
      className={className}
    >
      {children({
        ...refused,
        email: isKnown ? (
          <>
            {email}{" "}
            <a href={loginPath} className="font-bold text-bolt underline underline-offset-4">
              Log in and continue
            </a>
          </>
        ) : (
          email
        ),
      })}
      <div aria-live="polite" className="grid empty:hidden">
        {failure !== null && !email && <Alert>{formErrorText(failure, FAILED, CUT_OFF)}</Alert>}
        {failure === null && payment.isDeclined && (
          <Alert>PayPal couldn't take the payment. Nothing was charged. Choose another way to pay in PayPal.</Alert>
        )}
        {failure === null && payment.left && <LeftPayment payment={payment} hasFailed={hasFailed} />}
      </div>
      {order ? (
        <ProviderButtons
          key={buttonsKey}
          provider={provider}
          kind={kind}
          missing={missing}
          onMissing={() => {
            onMissing();
            focusField(id, firstMissing);
          }}
          create={() => create(order)}
          onApprove={async () => payment.ask()}
          onCancel={() => leave({ hasFailed: false })}
          onError={(error) => {
            if (!isNotMade.current && !leave({ hasFailed: true })) setFailure(error);
          }}
        />
      ) : (
        unchosen
      )}
    </form>
  );
}

function haveTermsChanged(error: unknown): boolean {
  return refusedFields(error).consent !== undefined;
}

function focusField(form: string, name: string): void {
  document.querySelector<HTMLElement>(`#${form} [name=${name}]`)?.focus();
}

/** Shown next to PayPal's buttons after its window was left; the buyer may still have approved. */
function LeftPayment({ payment, hasFailed }: { payment: PaymentWindow; hasFailed: boolean }) {
  const what = hasFailed ? "PayPal ran into a problem." : "You closed the PayPal window.";
  if (payment.left === "checking") {
    return (
      <p role="status" className="flex items-center gap-3 text-[0.9375rem] text-muted leading-snug">
        <Spinner className="size-5 shrink-0 text-bolt" />
        {`${what} Checking with PayPal...`}
      </p>
    );
  }
  if (payment.left === "nothing") {
    return hasFailed ? (
      <Alert>PayPal ran into a problem. Nothing was charged. Try again in a moment.</Alert>
    ) : (
      <Alert tone="info">You left PayPal before approving the payment. Nothing was charged.</Alert>
    );
  }
  return (
    <Alert tone="info">
      <p>
        {`${what} PayPal hasn't confirmed yet. If you approved the payment, it will go through even if you leave this page, and we'll email you. You won't be charged twice.`}
      </p>
      <Button variant="secondary" className="mt-3" onClick={payment.leave}>
        Check again
      </Button>
    </Alert>
  );
}
