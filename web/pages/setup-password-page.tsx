import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { AskForLink, DeadLink } from "../features/account/dead-link.tsx";
import { useSetupLink } from "../features/account/setup-link.query.ts";
import { MembershipBenefits, SetupPasswordForm } from "../features/account/setup-password-form.tsx";
import { hasErrorCode } from "../lib/api-error.ts";
import { formErrorText } from "../lib/failure-text.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";

const DEAD = "This link doesn't work";

export function SetupPasswordPage() {
  useDocumentTitle("Set your password");
  const [params] = useSearchParams();
  const token = params.get("token");
  const email = params.get("email");
  const link = useSetupLink(token, email);
  if (!token || !email || hasErrorCode(link.error, "validation")) {
    return (
      // Its own key: a frame that kept its parts would move them up under the reader.
      <AuthFrame key="invalid" title="Set your password" lead="Use the link in your email to open this page.">
        <Alert>
          {link.error === null
            ? "Invalid setup link. Please use the link from your trial welcome email."
            : formErrorText(link.error, DEAD)}
          <AskForLink />
        </Alert>
      </AuthFrame>
    );
  }
  if (hasErrorCode(link.error, "gone")) {
    return (
      <AuthFrame key="dead" title="Set your password" lead="You need a new link.">
        <DeadLink email={email} reason={formErrorText(link.error, DEAD)} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={`Welcome to ${BRAND.name}`}
      lead={
        <>
          Set a password for <strong className="text-ink">{email}</strong>.
        </>
      }
    >
      {/* A new link on this page gets a new form. */}
      <SetupPasswordForm key={token} token={token} email={email} />
      <MembershipBenefits />
    </AuthFrame>
  );
}
