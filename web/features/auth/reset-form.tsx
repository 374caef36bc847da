import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { passwordResetRequest } from "#domain/contract/auth.ts";
import { formErrorText } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useRequestReset } from "./request-reset.mutation.ts";

export function ResetForm() {
  const reset = useRequestReset();
  const form = useForm({ resolver: zodResolver(passwordResetRequest), defaultValues: { email: "" } });
  return (
    <form noValidate onSubmit={form.handleSubmit((input) => reset.mutate(input))} className="grid gap-5">
      {reset.isError && <Alert>{formErrorText(reset.error, "Password reset failed")}</Alert>}
      {reset.isSuccess && (
        <Alert tone="success">
          {reset.data.resetLink ? "Account found! Redirecting to password setup..." : reset.data.message}
        </Alert>
      )}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register("email")}
      />
      <Button type="submit" size="lg" isBusy={reset.isPending}>
        Continue
      </Button>
    </form>
  );
}
