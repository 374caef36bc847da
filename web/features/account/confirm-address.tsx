import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useLinkCheck } from "./use-link-check.ts";

export const useAddressLink = (token: string | null) =>
  useLinkCheck("/api/auth/confirm-address/check", [token], () =>
    read(api.auth["confirm-address"].check.$post({ json: { token: token ?? "" } })),
  );

/** Opening the page changes nothing, so email scanners can't confirm an address; only the button does. */
export function ConfirmAddress({ token, email, isChecking }: { token: string; email: string; isChecking: boolean }) {
  const confirm = useMutation({ mutationFn: () => read(api.auth["confirm-address"].$post({ json: { token } })) });
  if (confirm.data) {
    return (
      <AuthFrame title="Email changed" lead="All your devices are logged out. Log in with your new email.">
        <div className="grid grid-cols-1 gap-5">
          <Alert tone="success">
            Your email is now <strong className="wrap-anywhere">{confirm.data.email}</strong>.
          </Alert>
          <Link to={APP_PAGES.login} className={buttonClass("primary", "lg")}>
            Login
          </Link>
          <Link to={APP_PAGES.resetPassword} className={buttonClass("secondary", "lg")}>
            I don't have a password yet
          </Link>
        </div>
      </AuthFrame>
    );
  }
  const isDead = ["gone", "validation", "conflict"].some((code) => hasErrorCode(confirm.error, code as "gone"));
  return (
    <AuthFrame
      title="Is this your email?"
      lead={
        <>
          We'll send your {BRAND.name} emails to <strong className="text-ink">{email}</strong>, and you'll log in with
          it.
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {confirm.isError && <Alert>{formErrorText(confirm.error, "We couldn't confirm your email")}</Alert>}
        {isDead ? (
          <Link to={APP_PAGES.login} className={buttonClass("secondary", "lg")}>
            Login
          </Link>
        ) : (
          <Button size="lg" isBusy={isChecking || confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm email
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}
