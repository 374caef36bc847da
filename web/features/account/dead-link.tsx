import { Link, useLocation } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useRequestReset } from "./request-reset.mutation.ts";
import { ResetSent, resetErrorText } from "./reset-sent.tsx";

/** Shown below the message that a link doesn't work, if we can't tell whose link it was. */
export function AskForLink() {
  const { state } = useLocation();
  return (
    <Link
      to={APP_PAGES.resetPassword}
      state={state}
      className="mt-1 flex min-h-11 items-center font-bold text-bolt underline underline-offset-4"
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
      {reset.error && <Alert>{resetErrorText(reset.error)}</Alert>}
      {reset.isRedirecting && <Alert tone="success">Account found! Redirecting to password setup...</Alert>}
      <Button size="lg" isBusy={reset.isPending} onClick={() => reset.request(email)}>
        Email me a new link
      </Button>
      <Link to={APP_PAGES.login} state={state} className={buttonClass("secondary", "lg")}>
        Log in with your password
      </Link>
    </div>
  );
}
