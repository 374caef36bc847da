import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { logInAsAdmin } from "../../lib/admin-session.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

/** A wrong password is named; a locked-out address hears the server's own words; anything else has failed (spec section 8). */
function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return "Authentication failed";
  if (error.status === 401) return "Invalid admin password";
  return (error.status === 429 && error.serverText) || "Authentication failed";
}

type AdminLoginProps = {
  /** The password stopped working while the administrator was at work. */
  wasRefused: boolean;
  /** Called before the server is asked, so that the tabs' code comes meanwhile. */
  onSubmit: () => void;
};

export function AdminLogin({ wasRefused, onSubmit }: AdminLoginProps) {
  const logIn = useMutation({ mutationFn: logInAsAdmin });
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(password === "");
    if (password === "") return;
    onSubmit();
    logIn.mutate(password);
  }

  return (
    <Card aria-labelledby="admin-login" className="mx-auto w-full max-w-md sm:mt-10">
      <CardHeading id="admin-login" hint="The password is kept in memory only: a reload signs you out.">
        Admin
      </CardHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {logIn.isError ? (
          <Alert>{failureText(logIn.error)}</Alert>
        ) : (
          wasRefused && <Alert>The admin password no longer works. Log in again: what you typed is kept.</Alert>
        )}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isMissing && password === "" ? "Password is required" : undefined}
        />
        <Button type="submit" size="lg" isBusy={logIn.isPending}>
          Login
        </Button>
      </form>
    </Card>
  );
}
