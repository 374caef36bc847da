import { useMutation } from "@tanstack/react-query";
import type { DeleteAccountRequest, PrivacyResponse } from "#domain/contract/privacy.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { codeIn, codeProblem, DELETE_WORD } from "#domain/rules/credentials.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { signOut } from "../../lib/sign-out.ts";
import { useEmailedCode } from "../../lib/use-emailed-code.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordOrCode } from "../../ui/password-or-code.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";

/** Removes everything that belongs to the account from this browser; the login page shows how long the account can be restored. */
async function leave(purgeAt: string): Promise<void> {
  // Removes the HttpOnly cookies; the session has already ended.
  await api.auth.logout.$post().catch(() => undefined);
  signOut();
  window.location.replace(`${APP_PAGES.login}?${new URLSearchParams({ closed: purgeAt })}`);
}

export function DeleteAccountDialog({ privacy, onClose }: { privacy: PrivacyResponse; onClose: () => void }) {
  const emailed = useEmailedCode();
  const asks = privacy.asks === "password" && emailed.isByCode ? "code" : privacy.asks;
  const remove = useMutation({
    mutationFn: (json: DeleteAccountRequest) => read(api.user.privacy.delete.$post({ json })),
    onSuccess: ({ purgeAt }) => leave(purgeAt),
  });
  const { form, field, formError } = useCheckedForm(
    {
      password: ({ password }) => (asks === "password" && password === "" ? "Enter your password" : null),
      code: ({ code }) => (asks === "code" ? codeProblem(code) : null),
      word: ({ word }) => (asks === "word" && word !== DELETE_WORD ? `Type ${DELETE_WORD} in capitals` : null),
    },
    ({ password, code }) => {
      if (asks === "word") remove.mutate({ word: DELETE_WORD });
      else remove.mutate(asks === "code" ? { code: codeIn(code) } : { password });
    },
    remove.error,
  );
  return (
    <Dialog isOpen onOpenChange={onClose} title="Delete your account?" description={<Losses privacy={privacy} />}>
      <form {...form} className="grid gap-4">
        {asks === "word" ? (
          <TextField label={`Type ${DELETE_WORD} to confirm`} autoComplete="off" {...field("word")} />
        ) : (
          <PasswordOrCode
            emailed={emailed}
            password={privacy.asks === "code" ? null : { label: "Your password", ...field("password") }}
            code={field("code")}
          />
        )}
        {formError !== null && <Alert>{formErrorText(formError, "We couldn't delete your account")}</Alert>}
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isBusy={remove.isPending}>
            Delete account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Losses({ privacy: { hasLiveSubscription, accessEndsAt } }: { privacy: PrivacyResponse }) {
  const losses = [
    "Your progress, your streak, your wake-up time, and our emails.",
    ...(accessEndsAt === null
      ? []
      : [`Your access, which runs until ${formatDate(accessEndsAt)}. We don't refund unused time.`]),
  ];
  return (
    <>
      <p>
        Your account closes right away.
        {hasLiveSubscription && " We cancel your subscription with PayPal first, so you won't be charged again."} Unless
        you restore your account, you'll {hasLiveSubscription && "also "}lose:
      </p>
      <ul className="my-2 grid list-disc gap-1 pl-5">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p>
        For {SERVICE_TERMS.deletionUndoDays} days, you can restore everything
        {hasLiveSubscription && " except the subscription"}: log in, or use the link we email you. After that, your
        account is permanently deleted. We keep payment records required by tax law, without your name or email address.
      </p>
    </>
  );
}
