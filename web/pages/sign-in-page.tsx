import { useSearchParams } from "react-router";
import { SignInByLink } from "../features/account/sign-in-by-link.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

/** What the emailed login link opens. */
export function SignInPage() {
  useDocumentTitle("Log in by email");
  const [params] = useSearchParams();
  const token = params.get("token");
  return <SignInByLink key={token} token={token} />;
}
