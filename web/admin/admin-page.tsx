import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { MonitorPlay } from "lucide-react";
import { type SubmitEvent, Suspense, useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { logInAsAdmin } from "../lib/admin-session.ts";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { ApiError, hasErrorCode } from "../lib/api-error.ts";
import { lazyChunk, loadChunk } from "../lib/load-chunk.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { focusOnArrival } from "../ui/focus-on-arrival.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { StatePanel } from "../ui/state-panel.tsx";
import { useChallenge } from "../ui/use-challenge.tsx";

// A visitor who only sees the login card doesn't download the admin area.
const loadTabs = async () => (await import("./admin-area.tsx")).AdminTabs;
const AdminTabs = lazyChunk(loadTabs);
const AdminLogout = lazyChunk(async () => (await import("./admin-logout.tsx")).AdminLogout);

export function AdminPage() {
  useDocumentTitle("Admin");
  const status = useAtomValue(adminStatusAtom);
  const isSignedIn = status === "signed-in";
  return (
    <PageShell
      actions={
        <nav aria-label="Main" className="flex items-center gap-1">
          <Link to={APP_PAGES.dashboard} className={buttonClass("ghost", "sm")}>
            <MonitorPlay className="size-4 max-sm:hidden" />
            Dashboard
          </Link>
          <Suspense>{isSignedIn && <AdminLogout />}</Suspense>
        </nav>
      }
    >
      <h1 className="sr-only">Administration</h1>
      {isSignedIn ? (
        <Suspense fallback={<StatePanel kind="loading" title="Loading..." />}>
          <AdminTabs />
        </Suspense>
      ) : (
        // A failed load surfaces when the tabs render.
        <AdminLogin
          wasRefused={status === "refused"}
          onSubmit={() => void loadChunk(loadTabs).catch(() => undefined)}
        />
      )}
    </PageShell>
  );
}

const SPOKEN_BY_THE_SERVER = ["totp_required", "validation", "challenge_required"];

/** Lockouts and some refusals show the server's own message; the other texts are the spec's (section 8). */
function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return "Authentication failed";
  if (SPOKEN_BY_THE_SERVER.some((code) => error.code === code)) return error.serverText;
  if (error.status === 401) return "Invalid admin password";
  return (error.status === 429 && error.serverText) || "Authentication failed";
}

type AdminLoginProps = {
  wasRefused: boolean;
  /** Called before the request is sent, so that the tabs' code loads in parallel. */
  onSubmit: () => void;
};

type Entered = { password: string; code: string; challenge?: string | undefined };

function AdminLogin({ wasRefused, onSubmit }: AdminLoginProps) {
  const logIn = useMutation({
    mutationFn: ({ password, code, challenge }: Entered) =>
      logInAsAdmin(password, { totp: code.trim() || undefined, challenge }),
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
    onSubmit();
    send({ password, code });
  }

  return (
    <Card
      id="admin-login"
      title="Admin"
      hint="Your password stays in memory only. Reloading the page logs you out."
      className="mx-auto w-full max-w-md sm:mt-10"
    >
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
    </Card>
  );
}
