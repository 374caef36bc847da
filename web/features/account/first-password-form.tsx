import type { ChangePasswordRequest } from "#domain/contract/account.ts";
import { newPasswordProblem } from "#domain/rules/credentials.ts";
import { api, read } from "../../lib/api.ts";
import { refusedFields } from "../../lib/api-error.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useTokenMutation } from "./start-session.ts";

/** For a new account, which otherwise logs in with links in emails. */
export function FirstPasswordForm({ email, onSet }: { email: string; onSet: () => void }) {
  const call = (json: ChangePasswordRequest) => read(api.user["change-password"].$post({ json }));
  const set = useTokenMutation(call, storeAuthToken);
  const refused = refusedFields(set.error);
  const { form, field } = useCheckedForm(
    { newPassword: ({ newPassword }) => newPasswordProblem(newPassword) },
    (input) => set.mutate(input, { onSuccess: onSet }),
    refused,
  );
  return (
    <form {...form} className="grid gap-3">
      {set.isError && refused.newPassword === undefined && (
        <Alert>{formErrorText(set.error, "Your password wasn't saved")}</Alert>
      )}
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        hint={`At least 6 characters. You log in as ${email}.`}
        autoComplete="new-password"
        {...field("newPassword")}
      />
      <Button type="submit" variant="secondary" className="justify-self-start" isBusy={set.isPending}>
        Save password
      </Button>
    </form>
  );
}
