import { useState } from "react";
import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { WakeUpQuestion as Question, WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { zoneHere } from "#domain/formats.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { AskForLink } from "../features/account/dead-link.tsx";
import { useSetupLink } from "../features/account/setup-link.query.ts";
import { MembershipBenefits, SetupPasswordForm } from "../features/account/setup-password-form.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";
import { LazySection } from "../ui/lazy-section.tsx";

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
  const [wakeUp, setWakeUp] = useState<WakeUpChoice>(() => ({ timezone: zoneHere() }));
  const question = useSetupLink(link).data?.wakeUp;
  return (
    <SetupPasswordForm {...link} wakeUp={wakeUp}>
      {question && <LazySection load={() => loadQuestion(question, setWakeUp)} className="min-h-40" />}
    </SetupPasswordForm>
  );
}

async function loadQuestion(question: Question, onAnswer: (answer: WakeUpChoice) => void) {
  const { TrialQuestion } = await import("../features/profile/trial-question.tsx");
  return () => <TrialQuestion question={question} onAnswer={onAnswer} />;
}
