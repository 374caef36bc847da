import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { InboxPanel, Resend } from "./inbox-panel.tsx";

/** A reset request that returned no link: where the email goes, what the server said, and when. */
type SentReset = { email: string; message: string; at: number };

/** Requests a link to set a password; `sent` is kept if a later request fails. */
function useRequestReset() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [sent, setSent] = useState<SentReset | null>(null);
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: (email: string) => read(api.auth["request-password-reset"].$post({ json: { email } })),
    onSuccess: ({ resetLink, message }, email) => {
      if (!resetLink) return setSent({ email, message, at: Date.now() });
      // Only a development server returns it, as an absolute address. On this site, the requested page is passed along.
      const { origin, pathname, search } = new URL(resetLink);
      if (origin === window.location.origin) void navigate(pathname + search, { state });
      else window.location.assign(resetLink);
    },
  });
  const startOver = () => {
    reset();
    setSent(null);
  };
  return { request: mutate, startOver, isPending, error, sent, isRedirecting: data?.resetLink !== undefined };
}

type Reset = ReturnType<typeof useRequestReset>;

function ResetAlerts({ error, isRedirecting }: Reset) {
  if (isRedirecting) return <Alert tone="success">Account found! Redirecting to password setup...</Alert>;
  if (!error) return null;
  const unanswered = "Password reset failed. Please try again.";
  return <Alert>{formErrorText(error, "Password reset request failed", unanswered)}</Alert>;
}

type ResetSentProps = { sent: SentReset; reset: Reset; onOtherAddress?: () => void };

/** Replaces the form that requested the email: it's on its way, and can be sent again after a minute. */
function ResetSent({ sent, reset, onOtherAddress }: ResetSentProps) {
  return (
    <InboxPanel>
      <div className="grid gap-2">
        <p className="leading-relaxed">{sent.message}</p>
        <p className="wrap-anywhere text-muted">
          Nothing after a few minutes? Check your spam folder, and make sure{" "}
          <strong className="text-ink">{sent.email}</strong> is the email on your account. We send only a few of these a
          day. If a new one doesn't come, use the last one.
        </p>
      </div>
      <ResetAlerts {...reset} />
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

export function ResetForm() {
  const reset = useRequestReset();
  const { form, field } = useCheckedForm({ email: ({ email }) => emailProblem(email) }, ({ email }) =>
    reset.request(email.trim()),
  );
  if (reset.sent) return <ResetSent sent={reset.sent} reset={reset} onOtherAddress={reset.startOver} />;
  return (
    <form {...form} className="grid gap-5">
      <ResetAlerts {...reset} />
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...field("email")} />
      <Button type="submit" size="lg" isBusy={reset.isPending}>
        Continue
      </Button>
    </form>
  );
}

/** Shown with the message that a link doesn't work, if we can't tell whose link it was: below its words, or as a button. */
export function AskForLink({ look }: { look?: string }) {
  const { state } = useLocation();
  return (
    <Link
      to={APP_PAGES.resetPassword}
      state={state}
      className={look ?? "mt-1 flex min-h-11 items-center font-bold text-bolt underline underline-offset-4"}
    >
      Request a new link
    </Link>
  );
}

/** Replaces the form if its link is used or expired; one tap sends a new link to the same address. */
export function DeadLink({ email, reason }: { email: string; reason: string }) {
  const { state } = useLocation();
  const reset = useRequestReset();
  if (reset.sent) return <ResetSent sent={reset.sent} reset={reset} />;
  return (
    <div className="grid gap-5">
      <Alert>{reason}</Alert>
      <ResetAlerts {...reset} />
      <Button size="lg" isBusy={reset.isPending} onClick={() => reset.request(email)}>
        Email me a new link
      </Button>
      <Link to={APP_PAGES.login} state={state} className={buttonClass("secondary", "lg")}>
        Log in with your password
      </Link>
    </div>
  );
}
