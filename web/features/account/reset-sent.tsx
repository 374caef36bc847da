import { MailCheck } from "lucide-react";
import { MINUTE_MS } from "#domain/durations.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { useNow } from "../../lib/use-now.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import type { SentReset, useRequestReset } from "./request-reset.mutation.ts";

export function resetErrorText(error: unknown): string {
  return formErrorText(error, "Password reset request failed", "Password reset failed. Please try again.");
}

type ResetSentProps = { sent: SentReset; reset: ReturnType<typeof useRequestReset>; onOtherAddress?: () => void };

/** Replaces the form that requested the email: it's on its way, and can be sent again after a minute. */
export function ResetSent({ sent, reset, onOtherAddress }: ResetSentProps) {
  // Uses the clock, because a sleeping phone would pause a counter.
  const secondsLeft = Math.max(0, Math.ceil((sent.at + MINUTE_MS - useNow(500)) / 1000));
  return (
    <section
      ref={focusOnArrival}
      tabIndex={-1}
      aria-labelledby="reset-sent"
      className="grid animate-rise gap-5 rounded-card border border-line bg-panel p-6 focus:outline-none sm:p-7"
    >
      <MailCheck aria-hidden="true" className="size-9 text-bolt" />
      <div className="grid gap-2">
        <h2 id="reset-sent" className="text-2xl">
          Check your inbox
        </h2>
        <p className="leading-relaxed">{sent.message}</p>
        <p className="wrap-anywhere text-muted">
          Nothing after a few minutes? Check your spam folder, and make sure{" "}
          <strong className="text-ink">{sent.email}</strong> is the email on your account. We send only a few of these a
          day. After that, asking again keeps the last link working for another hour.
        </p>
      </div>
      {reset.error && <Alert>{resetErrorText(reset.error)}</Alert>}
      <div className="grid gap-3">
        <Button
          variant="secondary"
          isBusy={reset.isPending}
          disabled={secondsLeft > 0}
          onClick={() => reset.request(sent.email)}
        >
          {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : "Resend"}
        </Button>
        {onOtherAddress && (
          <Button variant="ghost" onClick={onOtherAddress}>
            Use another email
          </Button>
        )}
      </div>
      {/* Announced at the beginning and end of the wait, not every second. */}
      <p role="status" className="sr-only">
        {secondsLeft > 0 ? "You can resend it in a minute." : "You can resend it now."}
      </p>
    </section>
  );
}
