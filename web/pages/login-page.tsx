import { useEffect } from "react";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { AuthFrame } from "../features/auth/auth-frame.tsx";
import { LoginForm } from "../features/auth/login-form.tsx";
import { leadOn, useReturnPath } from "../features/auth/return-path.ts";
import { CHECKING, useSession } from "../features/auth/session.query.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { useSearchParams } from "../lib/router.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

/** What brings somebody here from the checkout, in its own words. */
function leadOf(params: URLSearchParams): string {
  if (params.has("paid"))
    return "Your payment is confirmed. Log in to begin; if you have no password yet, the mail that we have just sent you leads to one.";
  return params.has("plan")
    ? "Log in, and the plan that you chose comes next."
    : "Log in and pick up where yesterday left you.";
}

export function LoginPage() {
  useDocumentTitle("Login");
  const session = useSession();
  const returnPath = useReturnPath();
  const [params] = useSearchParams();
  if (session.data && (session.data.hasAccess || params.has("plan"))) return <LeadOn to={returnPath} />;
  // The form stands where its document had it, but whoever may be signed in need not begin with it.
  const isChecking = session.isPending && readAuthToken() !== null;
  return (
    <AuthFrame
      title="Good morning."
      lead={isChecking ? <span role="status">{CHECKING}</span> : leadOf(params)}
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

function LeadOn({ to }: { to: string }) {
  useEffect(() => leadOn(to), [to]);
  return null;
}
