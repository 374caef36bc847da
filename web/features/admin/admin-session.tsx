import { useMutation } from "@tanstack/react-query";
import { LayoutDashboard, LogOut } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { logInAsAdmin, logOutAdmin } from "../../lib/admin-session.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { flushDrafts } from "./content-draft.ts";

/** A wrong password is named; a locked-out address hears the server's own words; anything else has failed (spec section 8). */
function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return "Authentication failed";
  if (error.status === 401) return "Invalid admin password";
  return (error.status === 429 && error.serverText) || "Authentication failed";
}

/** `wasRefused`: the password stopped working while the administrator was at work. */
export function AdminLogin({ wasRefused }: { wasRefused: boolean }) {
  const logIn = useMutation({ mutationFn: logInAsAdmin });
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(password === "");
    if (password !== "") logIn.mutate(password);
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

export function AdminNav({ isSignedIn }: { isSignedIn: boolean }) {
  function logOut() {
    // The calls leave with the password that is forgotten right after them.
    void flushDrafts();
    logOutAdmin();
  }

  return (
    <nav aria-label="Main" className="flex items-center gap-1">
      <Link to={APP_PAGES.dashboard} className={buttonClass("ghost", "sm")}>
        <LayoutDashboard aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Dashboard</span>
      </Link>
      {isSignedIn && (
        <Button variant="ghost" size="sm" onClick={logOut}>
          <LogOut aria-hidden="true" className="size-4" />
          Logout
        </Button>
      )}
    </nav>
  );
}
