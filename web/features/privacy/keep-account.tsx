import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";

/** Restores an account from an emailed link, `/login?keep={token}`. Only the button does, because email scanners open links. */
export function KeepAccount({ token }: { token: string }) {
  const keep = useMutation({ mutationFn: () => read(api.auth["keep-account"].$post({ json: { token } })) });
  if (keep.data) {
    return (
      <Alert tone="success">
        Your account is restored. Log in as <strong className="wrap-anywhere">{keep.data.email}</strong>.
        {keep.data.ended && ` ${keep.data.ended}`}
      </Alert>
    );
  }
  // The link is used or expired; the login below still works if the account exists.
  if (hasErrorCode(keep.error, "gone")) return <Alert>{formErrorText(keep.error, "This link no longer works")}</Alert>;
  return (
    <div className="grid gap-4">
      <p className="text-muted">Your account is closed. You can restore everything except the subscription.</p>
      {keep.isError && <Alert>{formErrorText(keep.error, "We couldn't restore your account")}</Alert>}
      <Button size="lg" isBusy={keep.isPending} onClick={() => keep.mutate()}>
        Restore account
      </Button>
    </div>
  );
}
