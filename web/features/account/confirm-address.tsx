import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { ConfirmedAddress } from "#domain/contract/account.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { sessionQuery, useSession } from "./session.query.ts";
import { useLinkCheck } from "./use-link-check.ts";

export const useAddressLink = (token: string | null) =>
  useLinkCheck("/api/auth/confirm-address/check", [token], () =>
    read(api.auth["confirm-address"].check.$post({ json: { token: token ?? "" } })),
  );

/** Opening the page changes nothing, so email scanners can't confirm an address; only the button does. */
export function ConfirmAddress({ token, email, isChecking }: { token: string; email: string; isChecking: boolean }) {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => read(api.auth["confirm-address"].$post({ json: { token } })),
    // This browser's session may have ended.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  if (confirm.data) return <Confirmed {...confirm.data} />;
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

function Confirmed({ email, isChanged, ended }: ConfirmedAddress) {
  const { data: user } = useSession();
  return (
    <AuthFrame
      title={isChanged ? "Email changed" : "Email confirmed"}
      lead={user ? "You're still logged in on this device." : "Log in with this email."}
    >
      <div className="grid grid-cols-1 gap-5">
        <Alert tone="success">
          Your email is {isChanged && "now "}
          <strong className="wrap-anywhere">{email}</strong>.
        </Alert>
        {ended && <p className="text-muted">{ended}</p>}
        <Link to={user ? APP_PAGES.dashboard : APP_PAGES.login} className={buttonClass("primary", "lg")}>
          {user ? "Go to your dashboard" : "Login"}
        </Link>
        {!user && (
          <Link to={APP_PAGES.resetPassword} className={buttonClass("secondary", "lg")}>
            I don't have a password yet
          </Link>
        )}
      </div>
    </AuthFrame>
  );
}
