import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { ConfirmAddress } from "../features/account/confirm-address.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";

export function ConfirmAddressPage() {
  useDocumentTitle("Confirm your email");
  const [params] = useSearchParams();
  const token = params.get("token");
  const email = params.get("email");
  const lead =
    token && email
      ? `We'll send your ${BRAND.name} emails here, and you'll log in with it.`
      : "Use the link in your email to open this page.";
  return (
    <AuthFrame title="Is this your email?" lead={lead}>
      {token && email ? (
        <ConfirmAddress key={token} token={token} email={email} />
      ) : (
        <Alert>This link doesn't work. Use the link in your latest email.</Alert>
      )}
    </AuthFrame>
  );
}
