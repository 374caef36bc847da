import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { type PasswordResetRequest, passwordResetRequest } from "#domain/contract/auth.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

function useRequestReset() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return useMutation({
    mutationFn: (input: PasswordResetRequest) => read(api.auth["request-password-reset"].$post({ json: input })),
    onSuccess: ({ resetLink }) => {
      if (!resetLink) return;
      // Only a development server sends it, an absolute address. On this site the page asked for goes along.
      const { origin, pathname, search } = new URL(resetLink);
      if (origin === window.location.origin) void navigate(pathname + search, { state });
      else window.location.assign(resetLink);
    },
  });
}

export function ResetForm() {
  const reset = useRequestReset();
  const form = useForm({ resolver: zodResolver(passwordResetRequest), defaultValues: { email: "" } });
  return (
    <form noValidate onSubmit={form.handleSubmit((input) => reset.mutate(input))} className="grid gap-5">
      {reset.isError && (
        <Alert>
          {formErrorText(reset.error, "Password reset request failed", "Password reset failed. Please try again.")}
        </Alert>
      )}
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
