import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { InboxPanel, Resend } from "./inbox-panel.tsx";
import type { SentReset, useRequestReset } from "./request-reset.mutation.ts";

export function resetErrorText(error: unknown): string {
  return formErrorText(error, "Password reset request failed", "Password reset failed. Please try again.");
}

type ResetSentProps = { sent: SentReset; reset: ReturnType<typeof useRequestReset>; onOtherAddress?: () => void };

/** Replaces the form that requested the email: it's on its way, and can be sent again after a minute. */
export function ResetSent({ sent, reset, onOtherAddress }: ResetSentProps) {
  return (
    <InboxPanel>
      <div className="grid gap-2">
        <p className="leading-relaxed">{sent.message}</p>
        <p className="wrap-anywhere text-muted">
          Nothing after a few minutes? Check your spam folder, and make sure{" "}
          <strong className="text-ink">{sent.email}</strong> is the email on your account. We send only a few of these a
          day. After that, asking again keeps the last link working for another hour.
        </p>
      </div>
      {reset.error && <Alert>{resetErrorText(reset.error)}</Alert>}
      <div className="grid gap-3">
        <Resend sentAt={sent.at} isBusy={reset.isPending} onClick={() => reset.request(sent.email)} />
        {onOtherAddress && (
          <Button variant="ghost" onClick={onOtherAddress}>
            Use another email
          </Button>
        )}
      </div>
    </InboxPanel>
  );
}
