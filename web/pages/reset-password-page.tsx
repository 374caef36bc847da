import { Link, useLocation } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { ResetForm } from "../features/account/reset-link.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function ResetPasswordPage() {
  useDocumentTitle("Set or reset your password");
  const { state } = useLocation();
  return (
    <AuthFrame
      title="Set or reset your password"
      lead="Enter your email and we'll send you a link."
      footer={
        <Link to={APP_PAGES.login} state={state} className="font-bold text-bolt underline underline-offset-4">
          Back to login
        </Link>
      }
    >
      <ResetForm />
    </AuthFrame>
  );
}
