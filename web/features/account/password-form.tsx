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

type PasswordFormProps = {
  email: string;
  /** What it takes besides the new password; an emailed code can replace the current one. */
  asks: "nothing" | "code" | "password";
  onSaved: () => void;
  /** Only where a form can be closed. */
  onCancel?: () => void;
};

/** Changes the password, or sets the first one of an account that otherwise logs in by email. */
export function PasswordForm({ email, asks, onSaved, onCancel }: PasswordFormProps) {
  const call = (json: ChangePasswordRequest) => read(api.user["change-password"].$post({ json }));
  const save = useTokenMutation(call, storeAuthToken);
  const emailed = useEmailedCode();
  const isFirst = asks !== "password";
  const isByCode = asks === "code" || emailed.isByCode;
  const { form, field, formError } = useCheckedForm(
    {
      currentPassword: (given) => (isFirst || isByCode ? null : enteredPasswordProblem(given.currentPassword)),
      code: ({ code }) => (isByCode ? codeProblem(code) : null),
      newPassword: ({ newPassword }) => newPasswordProblem(newPassword),
    },
    ({ currentPassword, code, newPassword }) => {
      const proof = isByCode ? { code: codeIn(code) } : isFirst ? {} : { currentPassword };
      save.mutate({ newPassword, ...proof }, { onSuccess: onSaved });
    },
    save.error,
  );
  return (
    <form {...form} className="grid animate-rise grid-cols-1 gap-5">
      {formError !== null && (
        <Alert>
          {formErrorText(formError, isFirst ? "Your password wasn't saved" : "Your password wasn't changed")}
          {!isFirst && hasErrorCode(formError, "conflict") && <AskForLink />}
        </Alert>
      )}
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {asks !== "nothing" && (
        <PasswordOrCode
          emailed={emailed}
          password={isFirst ? null : { ref: focusOnArrival, label: "Current password", ...field("currentPassword") }}
          code={field("code")}
        />
      )}
      <PasswordField
        ref={asks === "nothing" ? focusOnArrival : null}
        label="New password"
        hint="At least 6 characters."
        autoComplete="new-password"
        {...field("newPassword")}
      />
      {onCancel ? (
        <CancelOrSubmit onCancel={onCancel} isBusy={save.isPending}>
          {isFirst ? "Save password" : "Change password"}
        </CancelOrSubmit>
      ) : (
        <Button type="submit" variant="secondary" className="justify-self-start" isBusy={save.isPending}>
          Save password
        </Button>
      )}
    </form>
  );
}
