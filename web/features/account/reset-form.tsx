import { emailProblem } from "#domain/rules/credentials.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useRequestReset } from "./request-reset.mutation.ts";
import { ResetSent, resetErrorText } from "./reset-sent.tsx";

export function ResetForm() {
  const reset = useRequestReset();
  const { form, field } = useCheckedForm({ email: ({ email }) => emailProblem(email) }, ({ email }) =>
    reset.request(email.trim()),
  );
  if (reset.sent) return <ResetSent sent={reset.sent} reset={reset} onOtherAddress={reset.startOver} />;
  return (
    <form {...form} className="grid gap-5">
      {reset.error && <Alert>{resetErrorText(reset.error)}</Alert>}
      {reset.isRedirecting && <Alert tone="success">Account found! Redirecting to password setup...</Alert>}
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...field("email")} />
      <Button type="submit" size="lg" isBusy={reset.isPending}>
        Continue
      </Button>
    </form>
  );
}
