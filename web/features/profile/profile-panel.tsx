import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { MailSuppression, ProfileResponse } from "#domain/contract/profile.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { profileQuery, useProfile } from "./profile.query.ts";
import { SmsCard, SubscriptionCard } from "./subscription-card.tsx";
import { WakeUpCard } from "./wake-up-card.tsx";

const GROUP = "grid grid-cols-1 gap-5 lg:gap-6";

type ProfilePanelProps = { membership?: ReactNode; signIn?: ReactNode; privacy?: ReactNode };

export function ProfilePanel({ membership, signIn, privacy }: ProfilePanelProps) {
  const query = useProfile();
  const profile = query.data;
  if (profile) {
    return (
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 lg:gap-6">
        <div className={GROUP}>
          {profile.suppression && <SuppressionCard email={profile.email} suppression={profile.suppression} />}
          <WakeUpCard profile={profile} />
          <MailCheckCard profile={profile} />
        </div>
        <div className={GROUP}>
          <SubscriptionCard profile={profile} />
          {membership}
        </div>
        <div className={GROUP}>{signIn}</div>
        <div className={GROUP}>
          <SmsCard profile={profile} />
          <PrivacyCard>{privacy}</PrivacyCard>
        </div>
      </div>
    );
  }
  if (query.isPending) return <StatePanel kind="loading" title="Loading profile..." isWholePage />;
  if (!hasErrorCode(query.error, "not_found"))
    return (
      <StatePanel kind="error" title="Your profile did not load" detail={errorDetail(query.error)} retry={query} />
    );
  return (
    <StatePanel kind="empty" icon={UserX} title="Profile Not Found" isWholePage>
      <Link to={APP_PAGES.dashboard} className={buttonClass("primary")}>
        Return to Dashboard
      </Link>
    </StatePanel>
  );
}

function MailCheckCard({ profile }: { profile: ProfileResponse }) {
  const { part, opener, close } = useDisclosure(() => import("./mail-check.tsx"));
  return (
    <Card aria-labelledby="mail-check-heading">
      <CardHeading
        id="mail-check-heading"
        hint="See what became of your last seven mornings, and send yourself a test."
      >
        Not getting your mails?
      </CardHeading>
      {part ? (
        <part.MailCheck profile={profile} onClose={close} />
      ) : (
        <Button variant="secondary" {...opener}>
          Check my mails
        </Button>
      )}
    </Card>
  );
}

const REASONS: Record<MailSuppression["reason"], string> = {
  bounced: "Mail to your address came back, so we have stopped sending to it.",
  complained: "A mail of ours was reported as spam from your mailbox, so we have stopped sending to it.",
  refused: "Our mail provider refuses your address, so no mail reaches it.",
};

function SuppressionCard({ email, suppression }: { email: string; suppression: MailSuppression }) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: () => read(api.user["ask-for-mails"].$post()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  return (
    <Card aria-labelledby="suppression">
      <CardHeading id="suppression">No mails reach you</CardHeading>
      <div className="grid justify-items-start gap-4">
        <p className="wrap-anywhere">
          {REASONS[suppression.reason]} It is {email}.
        </p>
        {suppression.askedAt ? (
          <Alert tone="success">You asked us to try it again. A person looks at it; you need do nothing more.</Alert>
        ) : (
          <>
            <p className="text-muted">Does it work, and do you want the mails? Then ask us to try it again.</p>
            {ask.isError && <Alert>We could not take that down. {errorDetail(ask.error)}</Alert>}
            <Button variant="secondary" isBusy={ask.isPending} onClick={() => ask.mutate()}>
              Try my address again
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

const ANCHOR = "privacy";
const LINK = "font-semibold text-ink underline underline-offset-4 hover:text-bolt";
const REQUEST = `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent("Privacy request")}`;

function PrivacyCard({ children }: { children?: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  // The browser looked for the anchor before the profile had loaded.
  useEffect(() => {
    if (hash === `#${ANCHOR}`) card.current?.scrollIntoView();
  }, [hash]);
  return (
    <Card ref={card} id={ANCHOR} aria-labelledby="privacy-heading">
      <CardHeading id="privacy-heading">Privacy</CardHeading>
      <div className="grid grid-cols-1 gap-3 wrap-anywhere text-muted leading-relaxed">
        <p>
          We keep your name and mail address, your membership, your wake-up hour and time zone, and your progress, up to{" "}
          {SERVICE_TERMS.retentionDays} days after your membership ends. No trackers, no ads.
        </p>
        <p>
          For a correction, or anything that you cannot do here, write to{" "}
          <a href={REQUEST} className={LINK}>
            {BRAND.supportEmail}
          </a>
          . We answer within {SERVICE_TERMS.privacyReplyDays} days.
        </p>
        <p>
          <a href={PUBLIC_PAGES.privacySettings} className={`${LINK} inline-flex min-h-11 items-center`}>
            About your privacy settings
          </a>
        </p>
      </div>
      {children}
    </Card>
  );
}
