import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import { type SetupPasswordRequest, setupPasswordForm } from "#domain/contract/auth.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText, hasErrorCode, IncompleteAnswerError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useStartSession } from "./start-session.ts";

function useSetupPassword() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: async (input: SetupPasswordRequest) => {
      const { token } = await read(api.auth["setup-password"].$post({ json: input }));
      if (!token) throw new IncompleteAnswerError("Setup failed - no token received");
      return token;
    },
    onSuccess: startSession,
  });
}

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
          {isLinkSpent && <NewLink />}
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

/** Under a message that says why the link at hand does not work. */
export function NewLink() {
  const { state } = useLocation();
  return (
    <Link
      to={APP_PAGES.resetPassword}
      state={state}
      className="mt-2 block font-bold text-bolt underline underline-offset-4"
    >
      Get a new link
    </Link>
  );
}

const BENEFITS = [
  "All daily content",
  "Motivation video and audio",
  "Progress tracking dashboard",
  "Daily wake-up emails at a customizable time",
] as const;

export function MembershipBenefits() {
  return (
    <section aria-labelledby="benefits" className="grid gap-4 rounded-card border border-line bg-panel p-5">
      <h2 id="benefits" className="text-lg">
        Your membership includes
      </h2>
      <ul className="grid gap-3">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-center gap-3">
            <Zap aria-hidden="true" fill="currentColor" className="size-4 shrink-0 text-bolt" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
