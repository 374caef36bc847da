import { Redirect } from "wouter";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { AuthFrame } from "../features/auth/auth-frame.tsx";
import { LoginForm } from "../features/auth/login-form.tsx";
import { useReturnPath } from "../features/auth/return-path.ts";
import { CHECKING, useSession } from "../features/auth/session.query.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function LoginPage() {
  useDocumentTitle("Login");
  const session = useSession();
  const returnPath = useReturnPath();
  if (session.data?.hasAccess) return <Redirect to={returnPath} replace />;
  // The form stands where its document had it, but whoever may be signed in need not begin with it.
  const isChecking = session.isPending && readAuthToken() !== null;
  return (
    <AuthFrame
      title="Good morning."
      lead={isChecking ? <span role="status">{CHECKING}</span> : "Log in and pick up where yesterday left you."}
      footer={
        <>
          New here?{" "}
          <a href={PUBLIC_PAGES.subscribe} className="font-bold text-bolt underline underline-offset-4">
            Become a Member
          </a>
        </>
      }
    >
      <fieldset disabled={isChecking} className="contents">
        <LoginForm />
      </fieldset>
    </AuthFrame>
  );
}
