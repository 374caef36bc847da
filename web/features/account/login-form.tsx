import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { LoginRequest } from "#domain/contract/account.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { emailProblem, enteredPasswordProblem } from "#domain/rules/credentials.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, TEXT_LINK } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { LazySection } from "../../ui/lazy-section.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useChallenge } from "../../ui/use-challenge.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useStartSession, useTokenMutation } from "./start-session.ts";

const loadSent = () => import("./sign-in-sent.tsx").then((module) => module.SignInSent);

/** Logs in with a password, or emails a link and a code. The browser's history records that they were sent, since a phone may reload the page. */
export function LoginForm() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { sentAt, ...others } = (state ?? {}) as { sentAt?: number };
  const goOn = (next: object, replace: boolean) => void navigate(pathname + search, { state: next, replace });
  const ask = useMutation({
    mutationFn: (email: string) => read(api.auth["sign-in"].$post({ json: { email } })),
    onSuccess: () => goOn({ ...others, sentAt: Date.now() }, sentAt !== undefined),
  });
  const login = useTokenMutation((json: LoginRequest) => read(api.auth.login.$post({ json })), useStartSession());
  const { send, check } = useChallenge(login);
  const { form, field, otherButton } = useCheckedForm(
    { email: ({ email }) => emailProblem(email), password: ({ password }) => enteredPasswordProblem(password) },
    ({ email, password }) => send({ email: email.trim(), password }),
  );
  // The browser may restore the page days later.
  const [openedAt] = useState(Date.now);
  if (sentAt !== undefined && openedAt < sentAt + 15 * MINUTE_MS)
    return (
      <LazySection load={loadSent} props={{ ask, sentAt, onBack: () => goOn(others, true) }} className="min-h-96" />
    );
  return (
    <form {...form} className="grid gap-5">
      {ask.isError && <Alert>{formErrorText(ask.error, "We couldn't send the email")}</Alert>}
      {hasErrorCode(login.error, "account_closed") ? (
        <TakeBack text={formErrorText(login.error, "Login failed")} login={login.variables} />
      ) : (
        login.isError && <Alert>{formErrorText(login.error, "Login failed")}</Alert>
      )}
      {check}
      <TextField label="Email" type="email" autoComplete="username" defaultValue={ask.variables} {...field("email")} />
      <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
      <Button type="submit" size="lg" isBusy={login.isPending}>
        {login.isPending ? "Logging in..." : "Login"}
      </Button>
      <Button
        variant="secondary"
        size="lg"
        isBusy={ask.isPending}
        {...otherButton(["email"], ({ email }) => ask.mutate(email.trim()))}
      >
        Email me a login link
      </Button>
      <Link
        to={APP_PAGES.resetPassword}
        state={state}
        className={`${TEXT_LINK} justify-self-center text-muted text-sm`}
      >
        Need to set your password?
      </Link>
    </form>
  );
}

function TakeBack({ text, login }: { text: string; login: LoginRequest | undefined }) {
  const call = (json: LoginRequest) => read(api.auth["keep-account"].login.$post({ json }));
  const keep = useTokenMutation(call, useStartSession());
  const { send, check } = useChallenge(keep);
  // Leaves out the Turnstile token from the login, which is already used.
  const press = () => login && send({ email: login.email, password: login.password });
  return (
    <div className="grid gap-3">
      <Alert tone="info">{text}</Alert>
      {keep.isError && <Alert>{formErrorText(keep.error, "We couldn't restore your account")}</Alert>}
      {check}
      <Button variant="secondary" isBusy={keep.isPending} onClick={press}>
        Restore account
      </Button>
    </div>
  );
}
