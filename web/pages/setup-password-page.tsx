import { useState } from "react";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SetupLinkResponse } from "#domain/contract/account.ts";
import type { WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { zoneHere } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { AskForLink, DeadLink } from "../features/account/reset-link.tsx";
import { MembershipBenefits, SetupPasswordForm, useSetupLink } from "../features/account/setup-password-form.tsx";
import { hasErrorCode } from "../lib/api-error.ts";
import { formErrorText } from "../lib/failure-text.ts";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonClass, TEXT_LINK } from "../ui/button.tsx";
import { LazySection } from "../ui/lazy-section.tsx";

const loadQuestion = () => import("../features/profile/wake-up-question.tsx").then((module) => module.WakeUpQuestion);

const DEAD = "This link doesn't work";

type Words = {
  title: string;
  welcome: string;
  lead: string;
  invalid: string;
  /** What a link says instead that replaces a password. Until its check tells, the page has its neutral title. */
  reset?: Pick<Words, "welcome" | "lead" | "action">;
} & Pick<SetupFormProps, "consentText" | "action">;

const SETUP: Words = {
  title: "Set your password",
  welcome: `Welcome to ${BRAND.name}`,
  lead: "Set a password for",
  invalid: "Invalid setup link. Please use the link from your trial welcome email.",
  reset: { welcome: "Choose a new password", lead: "You log in as", action: "Save and log in" },
};

export function SetupPasswordPage() {
  return <EmailedLinkPage words={SETUP} />;
}

/** The page of an emailed link that sets a password, whatever else it does. */
export function EmailedLinkPage({ words }: { words: Words }) {
  const params = useLinkParams();
  const token = params.get("token");
  const email = params.get("email");
  const link = useSetupLink(token, email);
  const isReset = link.data?.isReset === true;
  const { title, welcome, lead, invalid, reset, ...form } = { ...words, ...(isReset && words.reset) };
  useDocumentTitle(title);
  if (!token || !email || hasErrorCode(link.error, "validation")) {
    return (
      // Its own key: a frame that kept its parts would move them up under the reader.
      <AuthFrame key="invalid" title={title}>
        <Alert>{link.error === null ? invalid : formErrorText(link.error, DEAD)}</Alert>
        <div className="grid gap-3">
          <AskForLink look={buttonClass("primary", "lg")} />
          <Link to={APP_PAGES.login} className={`${TEXT_LINK} justify-self-start`}>
            Login
          </Link>
        </div>
      </AuthFrame>
    );
  }
  if (hasErrorCode(link.error, "gone")) {
    return (
      <AuthFrame key="dead" title={title} lead="You need a new link.">
        <DeadLink email={email} reason={formErrorText(link.error, DEAD)} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={reset && link.isPending ? title : welcome}
      lead={
        <>
          {lead} <strong className="text-ink">{email}</strong>.
        </>
      }
    >
      <div className="relative">
        {link.isPending && (
          <p role="status" className="absolute inset-x-0 top-16 text-center text-muted text-sm">
            Checking your link...
          </p>
        )}
        {/* Keeps its place until then: what is typed for a dead link would be lost. */}
        <div inert={link.isPending} className={link.isPending ? "invisible" : undefined}>
          {/* A new link on this page gets a new form. */}
          <SetupForm {...form} key={token} token={token} email={email} asked={link.data} />
        </div>
      </div>
      {!link.isPending && !isReset && <MembershipBenefits />}
    </AuthFrame>
  );
}

type SetupFormProps = {
  token: string;
  email: string;
  asked: SetupLinkResponse | undefined;
  consentText?: string;
  action?: string;
};

/** Trial and invited members choose their hour. A trial member may have had an email. */
function SetupForm({ asked, ...link }: SetupFormProps) {
  const [answer, onAnswer] = useState<WakeUpChoice>(() => ({ timezone: zoneHere() }));
  const question = asked?.wakeUp && { lead: "Next email", question: asked.wakeUp, answer, onAnswer };
  return (
    <SetupPasswordForm {...link} wakeUp={answer} feeds={asked?.feeds} isReset={asked?.isReset}>
      {question && <LazySection load={loadQuestion} props={question} className="min-h-40" />}
    </SetupPasswordForm>
  );
}
