import { useState } from "react";
import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { AskForLink } from "../features/account/dead-link.tsx";
import { useSetupLink } from "../features/account/setup-link.query.ts";
import { MembershipBenefits, SetupPasswordForm } from "../features/account/setup-password-form.tsx";
import { browsersAnswer, WakeUpQuestion } from "../features/profile/wake-up-question.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";

export function SetupPasswordPage() {
  useDocumentTitle("Set your password");
  const [params] = useSearchParams();
  const token = params.get("token");
  const email = params.get("email");
  if (!token || !email) {
    return (
      <AuthFrame title="Set your password" lead="Use the link in your email to open this page.">
        <Alert>
          Invalid setup link. Please use the link from your trial welcome email.
          <AskForLink />
        </Alert>
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
      <SetupForm key={token} token={token} email={email} />
      <MembershipBenefits />
    </AuthFrame>
  );
}

/** A trial is asked for its hour. A link that can't be read asks nothing: sending the password says why. */
function SetupForm(link: { token: string; email: string }) {
  const [wakeUp, setWakeUp] = useState(browsersAnswer);
  const { data } = useSetupLink(link);
  return (
    <SetupPasswordForm {...link} wakeUp={wakeUp}>
      {data?.wakeUp && <WakeUpQuestion lead="Next email" question={data.wakeUp} answer={wakeUp} onAnswer={setWakeUp} />}
    </SetupPasswordForm>
  );
}
