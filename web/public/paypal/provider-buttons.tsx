import {
  PayPalButtons,
  type PayPalButtonsComponentProps,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from "@paypal/react-paypal-js";
import { RotateCw, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { Button, Spinner } from "../../ui/button.tsx";

export type ProviderButtonsProps = Pick<PayPalButtonsComponentProps, "onApprove" | "onCancel" | "onError"> & {
  provider: { clientId: string; sdkUrl: string };
  kind: "subscription" | "order";
  create: () => Promise<string>;
  missing: string | null;
  onMissing: () => void;
};

const LABELS = { subscription: "subscribe", order: "pay" } as const;

/** About as tall as PayPal's two buttons, so nothing below moves when they load. */
const PLACE = "grid min-h-32 content-center";

/** Buttons rendered by PayPal's own script, which may be slow, blocked, or unavailable. */
export function ProviderButtons({ provider, ...buttons }: ProviderButtonsProps) {
  const [attempt, setAttempt] = useState(1);
  const options =
    buttons.kind === "subscription" ? { vault: true, intent: "subscription" } : { intent: "capture", currency: "USD" };
  return (
    <PayPalScriptProvider
      key={attempt}
      options={{ clientId: provider.clientId, sdkBaseUrl: provider.sdkUrl, ...options }}
    >
      <Buttons {...buttons} onAgain={() => setAttempt(attempt + 1)} />
    </PayPalScriptProvider>
  );
}

type ButtonsProps = Omit<ProviderButtonsProps, "provider"> & { onAgain: () => void };

function Buttons({ kind, create, missing, onMissing, onAgain, ...handlers }: ButtonsProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer();
  const [isShown, setIsShown] = useState(false);
  if (isRejected) {
    return (
      <div
        role="alert"
        className={`${PLACE} justify-items-center gap-3 rounded-xl border border-line bg-night p-5 text-center`}
      >
        <ShieldAlert className="size-7 text-warn" />
        <p className="font-bold semi-wide">PayPal's buttons didn't load</p>
        <p className="max-w-sm text-sm text-muted">
          You may be offline, or an ad blocker may be blocking PayPal. Allow paypal.com on this page, then try again.
        </p>
        <Button icon={RotateCw} variant="secondary" onClick={onAgain}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className={isShown ? undefined : PLACE}>
      {isPending && (
        <p role="status" className="flex items-center justify-center gap-3 text-muted">
          <Spinner className="size-5 text-bolt" />
          Loading PayPal's buttons...
        </p>
      )}
      <p aria-live="polite" className="mb-3 font-semibold text-bolt text-sm empty:hidden">
        {!isPending && missing}
      </p>
      <PayPalButtons
        {...handlers}
        onInit={() => setIsShown(true)}
        {...(kind === "order" ? { createOrder: create } : { createSubscription: create })}
        disabled={missing !== null}
        onClick={(_data, actions) => {
          if (missing === null) return actions.resolve();
          onMissing();
          return actions.reject();
        }}
        style={{ layout: "vertical", shape: "rect", color: "gold", height: 50, label: LABELS[kind] }}
      />
    </div>
  );
}
