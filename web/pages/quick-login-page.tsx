import { AuthFrame } from "../features/account/auth-frame.tsx";
import { QuickLoginForm } from "../features/account/quick-login-form.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function QuickLoginPage() {
  useDocumentTitle("Quick login");
  return (
    <AuthFrame title="Quick login" lead="For development: logs in without a password.">
      <QuickLoginForm prefilledEmail="member@daybolt.test" />
    </AuthFrame>
  );
}
