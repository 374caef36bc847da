import { Redirect } from "wouter";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { AuthFrame } from "../features/auth/auth-frame.tsx";
import { LoginForm } from "../features/auth/login-form.tsx";
import { useReturnPath } from "../features/auth/return-path.ts";
import { useSession } from "../features/auth/session.query.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { StatePanel } from "../ui/state-panel.tsx";

export function LoginPage() {
  useDocumentTitle("Login");
  const session = useSession();
  const returnPath = useReturnPath();
  if (session.data?.hasAccess) return <Redirect to={returnPath} replace />;
  if (session.isPending && readAuthToken() !== null) {
    return (
      <PageShell>
        <h1 className="sr-only">Login</h1>
        <StatePanel kind="loading" title="Checking authentication..." isWholePage />
      </PageShell>
    );
  }
  return (
    <AuthFrame
      title="Good morning."
      lead="Log in and pick up where yesterday left you."
      footer={
        <>
          New here?{" "}
          <a href={PUBLIC_PAGES.subscribe} className="font-bold text-bolt underline underline-offset-4">
            Become a Member
          </a>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}
