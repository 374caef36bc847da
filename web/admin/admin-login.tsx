import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type SubmitEvent, useCallback, useRef, useState } from "react";
import { logInAsAdmin } from "../lib/admin-session.ts";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { ApiError, hasErrorCode } from "../lib/api-error.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { focusOnArrival } from "../ui/focus-on-arrival.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { useChallenge } from "../ui/use-challenge.tsx";

export const LOGIN_HINT = "Your password stays in memory only. Reloading the page logs you out.";
const SPOKEN_BY_THE_SERVER = ["totp_required", "validation", "challenge_required", "forbidden"];

/** Lockouts and some refusals show the server's own message; the other texts are the spec's (section 8). */
function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return "Authentication failed";
  if (SPOKEN_BY_THE_SERVER.some((code) => error.code === code)) return error.serverText;
  if (error.status === 401) return "Invalid admin password";
  return (error.status === 429 && error.serverText) || "Authentication failed";
}

type Entered = { password: string; code: string; challenge?: string | undefined };

export function AdminLogin() {
  const queryClient = useQueryClient();
  const wasRefused = useAtomValue(adminStatusAtom) === "refused";
  const logIn = useMutation({
    mutationFn: ({ password, code, challenge }: Entered) =>
      logInAsAdmin(password, { totp: code.trim() || undefined, challenge }),
    // What the open page couldn't read with the refused password.
    onSuccess: () => void queryClient.invalidateQueries(),
    onError: (error) => {
      if (!hasErrorCode(error, "totp_required")) return;
      setWantsCode(true);
      setCode("");
      codeField.current?.focus();
    },
  });
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  // Only ask for a code once the server reports that a second factor is set up.
  const [wantsCode, setWantsCode] = useState(false);
  const codeField = useRef<HTMLInputElement | null>(null);
  const { send, check } = useChallenge(logIn);
  const tried = logIn.variables?.code;
  const isAboutCode = hasErrorCode(logIn.error, "totp_required") || hasErrorCode(logIn.error, "validation");
  // Not when the code was only asked for, nor once a different one is being typed.
  const isCodeWrong = isAboutCode && tried !== "" && (code === "" || code === tried);

  const reachCode = useCallback((field: HTMLInputElement | null) => {
    codeField.current = field;
    focusOnArrival(field);
  }, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(password === "");
    if (password === "") return;
    send({ password, code });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {logIn.isError && !isAboutCode ? (
        <Alert>{failureText(logIn.error)}</Alert>
      ) : (
        wasRefused && <Alert>Your login no longer works. Log in again. Your unsaved changes are kept.</Alert>
      )}
      {check}
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={isMissing && password === "" ? "Password is required" : undefined}
      />
      {wantsCode && (
        <CodeField
          hint="Six digits from your authenticator app"
          ref={reachCode}
          error={isCodeWrong && logIn.error ? failureText(logIn.error) : undefined}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <Button type="submit" size="lg" isBusy={logIn.isPending}>
        Login
      </Button>
    </form>
  );
}
