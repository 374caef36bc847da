import { Zap } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SetupPasswordRequest } from "#domain/contract/account.ts";
import type { NamedFeed } from "#domain/contract/feed.ts";
import type { WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { SETUP_CONSENT } from "#domain/rules/consent.ts";
import { confirmationProblem, newPasswordProblem } from "#domain/rules/credentials.ts";
import { ConsentBox, ConsentText } from "../../brand/consent-box.tsx";
import { useKeptFeeds } from "../../brand/keep-feeds.tsx";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { AskForLink, DeadLink } from "./reset-link.tsx";
import { useStartSession, useTokenMutation } from "./start-session.ts";
import { useLinkCheck } from "./use-link-check.ts";

export const useSetupLink = (token: string | null, email: string | null) =>
  useLinkCheck("/api/auth/setup-link", [token, email], () =>
    read(api.auth["setup-link"].$post({ json: { token: token ?? "", email: email ?? "" } })),
  );

type SetupPasswordFormProps = {
  token: string;
  email: string;
  wakeUp?: WakeUpChoice;
  /** The account's podcast feeds: the form asks which to keep. */
  feeds?: readonly NamedFeed[] | undefined;
  /** Must be agreed to by its own checkbox; without it, pressing the button agrees. */
  consentText?: string | undefined;
  action?: string | undefined;
  /** The account's owner agreed with the first password. */
  isReset?: boolean | undefined;
  children?: ReactNode;
};

/** The form for an emailed link. Its POST uses the link's token; opening the page doesn't. `children` ask what `wakeUp` answers. */
export function SetupPasswordForm(props: SetupPasswordFormProps) {
  const { token, email, wakeUp, feeds = [], consentText, action = "Set password and start", isReset, children } = props;
  const { kept, question } = useKeptFeeds(feeds, { areKeptAtFirst: true });
  const keepFeeds = feeds.length > 0 ? { keepFeeds: kept } : {};
  const [hasAgreed, setHasAgreed] = useState(false);
  const consent = consentText === undefined ? {} : { consent: hasAgreed };
  const call = (json: SetupPasswordRequest) => read(api.auth["setup-password"].$post({ json }));
  const setup = useTokenMutation(call, useStartSession(), "Setup failed - no token received");
  const { form, field, formError } = useCheckedForm(
    {
      password: ({ password }) => newPasswordProblem(password),
      confirmPassword: ({ password, confirmPassword }) => confirmationProblem(password, confirmPassword),
      // A checkbox is in the form's data only if it's checked.
      consent: (values) => (consentText === undefined || values.consent !== "" ? null : "Check the box to continue."),
    },
    ({ password }) => setup.mutate({ token, email, password, ...consent, ...keepFeeds, ...wakeUp }),
    setup.error,
  );
  const failure = formErrorText(setup.error, "Password setup failed");
  if (hasErrorCode(setup.error, "gone")) return <DeadLink email={email} reason={failure} />;
  return (
    <form {...form} className="grid gap-5">
      {formError !== null && (
        <Alert>
          {failure}
          {hasErrorCode(setup.error, "validation") && <AskForLink />}
        </Alert>
      )}
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        hint="At least 6 characters."
        autoComplete="new-password"
        {...field("password")}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field("confirmPassword")} />
      {children}
      {question}
      {consentText !== undefined && (
        <ConsentBox text={consentText} isTicked={hasAgreed} error={field("consent").error} onTick={setHasAgreed} />
      )}
      <Button type="submit" size="lg" isBusy={setup.isPending}>
        {setup.isPending ? "Saving..." : action}
      </Button>
      {consentText === undefined && !isReset && (
        <p className="text-muted text-sm leading-relaxed">
          <ConsentText text={SETUP_CONSENT.text} />
        </p>
      )}
    </form>
  );
}

const BENEFITS = [
  "All daily content",
  "Motivation video and audio",
  "Progress tracking dashboard",
  "Daily wake-up emails at a customizable time",
] as const;

export function MembershipBenefits() {
  return (
    <section aria-labelledby="benefits" className="grid gap-4 rounded-card border border-line bg-panel p-5">
      <h2 id="benefits" className="text-lg">
        Your membership includes
      </h2>
      <ul className="grid gap-3">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-center gap-3">
            <Zap fill="currentColor" className="size-4 shrink-0 text-bolt" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
