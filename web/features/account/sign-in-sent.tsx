import type { UseMutationResult } from "@tanstack/react-query";
import type { SignInCodeRequest } from "#domain/contract/account.ts";
import { codeIn, codeProblem } from "#domain/rules/credentials.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { useChallenge } from "../../ui/use-challenge.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { InboxPanel, Resend } from "./inbox-panel.tsx";
import { useStartSession, useTokenMutation } from "./start-session.ts";

type SignInSentProps = { ask: UseMutationResult<unknown, Error, string>; sentAt: number; onBack: () => void };

/** A link and a code are on their way, if the email has an account. After a reload, the page no longer knows the email. */
export function SignInSent({ ask, sentAt, onBack }: SignInSentProps) {
  const { variables: email, mutate, error, isPending } = ask;
  const call = (json: SignInCodeRequest) => read(api.auth["sign-in"].code.$post({ json }));
  const login = useTokenMutation(call, useStartSession());
  const { send, check } = useChallenge(login);
  const { form, field, formError } = useCheckedForm(
    { code: ({ code }) => codeProblem(code) },
    ({ code }) => send({ code: codeIn(code) }),
    login.error,
  );
  return (
    <InboxPanel hasField>
      <div className="grid gap-2">
        <p className="wrap-anywhere leading-relaxed">
          If {email ? <strong>{email}</strong> : "your email"} has an account, a link and a code are on their way. Both
          work for 15 minutes.
        </p>
        <p className="text-muted">
          Open the link on any device, or enter the code here. Nothing after a few minutes? Check your spam folder.
        </p>
      </div>
      <form {...form} className="grid gap-4">
        {formError !== null && <Alert>{formErrorText(formError, "Login failed")}</Alert>}
        {check}
        <CodeField ref={focusOnArrival} {...field("code")} />
        <Button type="submit" size="lg" isBusy={login.isPending}>
          Login
        </Button>
      </form>
      {error && <Alert>{formErrorText(error, "We couldn't send the email")}</Alert>}
      <div className="grid gap-3">
        {email && (
          <Resend sentAt={sentAt} isBusy={isPending} onClick={() => mutate(email, { onSuccess: login.reset })} />
        )}
        <Button variant="ghost" onClick={onBack}>
          {email ? "Log in with your password" : "Start over"}
        </Button>
      </div>
    </InboxPanel>
  );
}
