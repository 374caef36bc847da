import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { ConfirmAddress } from "../features/account/confirm-address.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";

export function ConfirmAddressPage() {
  useDocumentTitle("Confirm your address");
  const [params] = useSearchParams();
  const token = params.get("token");
  const email = params.get("email");
  const lead =
    token && email
      ? `Your ${BRAND.name} mails will come here, and you sign in with it.`
      : "This page opens from the link in a mail.";
  return (
    <AuthFrame title="Is this your address?" lead={lead}>
      {token && email ? (
        <ConfirmAddress key={token} token={token} email={email} />
      ) : (
        <Alert>Invalid link. Please open it from the mail again; it may have been cut off.</Alert>
      )}
    </AuthFrame>
  );
}
