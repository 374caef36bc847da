import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { setupPasswordForm } from "#domain/contract/auth.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { formErrorText, hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useSetupPassword } from "./setup-password.mutation.ts";

/** The form behind a set-up or reset link. The link's token is spent by the POST, never by opening the page. */
export function SetupPasswordForm({ token, email }: { token: string; email: string }) {
  const setup = useSetupPassword();
  const form = useForm({
    resolver: zodResolver(setupPasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors } = form.formState;
  const isLinkSpent = hasErrorCode(setup.error, "gone");
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ password }) => setup.mutate({ token, email, password }))}
      className="grid gap-5"
    >
      {setup.isError && (
        <Alert>
          {formErrorText(setup.error, "Password setup failed")}
          {isLinkSpent && (
            <Link to={APP_PAGES.resetPassword} className="mt-2 block font-bold text-bolt underline underline-offset-4">
              Get a new link
            </Link>
          )}
        </Alert>
      )}
      {/* Password managers file the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        hint="At least 6 characters."
        autoComplete="new-password"
        isShownAtFirst
        error={errors.password?.message}
        {...form.register("password")}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        isShownAtFirst
        error={errors.confirmPassword?.message}
        {...form.register("confirmPassword")}
      />
      <Button type="submit" size="lg" isBusy={setup.isPending}>
        {setup.isPending ? "Saving..." : "Set password and start"}
      </Button>
    </form>
  );
}
