import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { SupportLink } from "../brand/page-shell.tsx";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { ConfirmAddress, useAddressLink } from "../features/account/confirm-address.tsx";
import { isRefusal } from "../lib/api-error.ts";
import { formErrorText } from "../lib/failure-text.ts";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonClass, TEXT_LINK } from "../ui/button.tsx";

export function ConfirmAddressPage() {
  useDocumentTitle("Confirm your email");
  const params = useLinkParams();
  const token = params.get("token");
  const email = params.get("email");
  const link = useAddressLink(token);
  if (!token || !email || isRefusal(link.error)) {
    return (
      <AuthFrame key="dead" title="Confirm your email">
        <Alert>
          {link.error
            ? formErrorText(link.error, "This link doesn't work")
            : "This link doesn't work. Use the link in your latest email."}
        </Alert>
        <p className="text-muted">
          Or write to <SupportLink className={`${TEXT_LINK} font-bold text-bolt`} />.
        </p>
        <Link to={APP_PAGES.login} className={buttonClass("secondary", "lg")}>
          Login
        </Link>
      </AuthFrame>
    );
  }
  return <ConfirmAddress key={token} token={token} email={email} isChecking={link.isPending} />;
}
