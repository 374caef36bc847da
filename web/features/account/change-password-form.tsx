import type { ChangePasswordRequest } from "#domain/contract/account.ts";
import { codeIn, codeProblem, enteredPasswordProblem, newPasswordProblem } from "#domain/rules/credentials.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { useEmailedCode } from "../../lib/use-emailed-code.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelOrSubmit } from "../../ui/cancel-or-submit.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { PasswordOrCode } from "../../ui/password-or-code.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { AskForLink } from "./reset-link.tsx";
import { useTokenMutation } from "./start-session.ts";

type ChangePasswordFormProps = { email: string; onChanged: () => void; onCancel: () => void };

export function ChangePasswordForm({ email, onChanged, onCancel }: ChangePasswordFormProps) {
  const call = (json: ChangePasswordRequest) => read(api.user["change-password"].$post({ json }));
  const change = useTokenMutation(call, storeAuthToken);
  const emailed = useEmailedCode();
  const { isByCode } = emailed;
  const { form, field, formError } = useCheckedForm(
    {
      currentPassword: ({ currentPassword }) => (isByCode ? null : enteredPasswordProblem(currentPassword)),
      code: ({ code }) => (isByCode ? codeProblem(code) : null),
      newPassword: ({ newPassword }) => newPasswordProblem(newPassword),
    },
    ({ currentPassword, code, newPassword }) =>
      change.mutate(
        { newPassword, ...(isByCode ? { code: codeIn(code) } : { currentPassword }) },
        { onSuccess: onChanged },
      ),
    change.error,
  );
  return (
    <form {...form} className="grid animate-rise gap-5">
      {formError !== null && (
        <Alert>
          {formErrorText(formError, "Your password wasn't changed")}
          {hasErrorCode(formError, "conflict") && <AskForLink />}
        </Alert>
      )}
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordOrCode
        emailed={emailed}
        password={{ ref: focusOnArrival, label: "Current password", ...field("currentPassword") }}
        code={field("code")}
      />
      <PasswordField
        label="New password"
        hint="At least 6 characters."
        autoComplete="new-password"
        {...field("newPassword")}
      />
      <CancelOrSubmit onCancel={onCancel} isBusy={change.isPending} className="!px-3 sm:!px-5">
        Change password
      </CancelOrSubmit>
    </form>
  );
}

type FirstPasswordFormProps = { email: string; asksCode: boolean; onSet: () => void };

/** For a new account, which otherwise logs in with links in emails. */
export function FirstPasswordForm({ email, asksCode, onSet }: FirstPasswordFormProps) {
  const emailed = useEmailedCode();
  const call = (json: ChangePasswordRequest) => read(api.user["change-password"].$post({ json }));
  const set = useTokenMutation(call, storeAuthToken);
  const { form, field, formError } = useCheckedForm(
    {
      code: ({ code }) => (asksCode ? codeProblem(code) : null),
      newPassword: ({ newPassword }) => newPasswordProblem(newPassword),
    },
    ({ code, newPassword }) =>
      set.mutate({ newPassword, ...(asksCode ? { code: codeIn(code) } : {}) }, { onSuccess: onSet }),
    set.error,
  );
  return (
    <form {...form} className="grid gap-3">
      {formError !== null && <Alert>{formErrorText(formError, "Your password wasn't saved")}</Alert>}
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {asksCode && <PasswordOrCode emailed={emailed} password={null} code={field("code")} />}
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
