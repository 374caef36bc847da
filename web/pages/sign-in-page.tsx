import { SignInByLink } from "../features/account/sign-in-by-link.tsx";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

/** What the emailed login link opens. */
export function SignInPage() {
  useDocumentTitle("Log in by email");
  const params = useLinkParams();
  const token = params.get("token");
  return <SignInByLink key={token} token={token} />;
}
