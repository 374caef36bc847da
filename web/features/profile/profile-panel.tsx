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
    return <StatePanel kind="error" title="Your profile didn't load" detail={errorDetail(query.error)} retry={query} />;
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
      <CardHeading id="mail-check-heading" hint="See what happened to your last seven emails and send yourself a test.">
        Not getting your emails?
      </CardHeading>
      {part ? (
        <part.MailCheck profile={profile} onClose={close} />
      ) : (
        <Button variant="secondary" {...opener}>
          Check my emails
        </Button>
      )}
    </Card>
  );
}

const REASONS: Record<MailSuppression["reason"], string> = {
  bounced: "Email to your address bounced, so we stopped sending to it.",
  complained: "One of our emails was reported as spam from your inbox, so we stopped sending to you.",
  refused: "Our email provider rejected your address, so our emails can't reach it.",
};

function SuppressionCard({ email, suppression }: { email: string; suppression: MailSuppression }) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: () => read(api.user["ask-for-mails"].$post()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  return (
    <Card aria-labelledby="suppression">
      <CardHeading id="suppression">Our emails aren't reaching you</CardHeading>
      <div className="grid justify-items-start gap-4">
        <p className="wrap-anywhere">
          {REASONS[suppression.reason]} Your address is {email}.
        </p>
        {suppression.askedAt ? (
          <Alert tone="success">
            You asked us to try again. Someone will look into it. You don't need to do anything.
          </Alert>
        ) : (
          <>
            <p className="text-muted">If your address works and you want our emails, ask us to try again.</p>
            {ask.isError && <Alert>We couldn't send your request. {errorDetail(ask.error)}</Alert>}
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
          We keep your name and email, your membership, your wake-up time and time zone, and your progress for{" "}
          {SERVICE_TERMS.retentionDays} days after your membership ends. No trackers, no ads.
        </p>
        <p>
          For a correction, or anything you can't do here, email{" "}
          <a href={REQUEST} className={LINK}>
            {BRAND.supportEmail}
          </a>
          . We reply within {SERVICE_TERMS.privacyReplyDays} days.
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
