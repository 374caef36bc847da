import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { PrivacyCard } from "./privacy-card.tsx";
import { useProfile } from "./profile.query.ts";
import { SmsCard, SubscriptionCard } from "./subscription-card.tsx";
import { SuppressionCard } from "./suppression-card.tsx";
import { WakeUpCard } from "./wake-up-card.tsx";

const GROUP = "grid grid-cols-1 gap-5 lg:gap-6";

type ProfilePanelProps = { membership?: ReactNode; signIn?: ReactNode; privacy?: ReactNode };

export function ProfilePanel({ membership, signIn, privacy }: ProfilePanelProps) {
  const profile = useProfile();
  if (profile.data) {
    return (
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 lg:gap-6">
        <div className={GROUP}>
          {profile.data.suppression && (
            <SuppressionCard email={profile.data.email} suppression={profile.data.suppression} />
          )}
          <WakeUpCard profile={profile.data} />
          <MailCheckCard profile={profile.data} />
        </div>
        <div className={GROUP}>
          <SubscriptionCard profile={profile.data} />
          {membership}
        </div>
        <div className={GROUP}>{signIn}</div>
        <div className={GROUP}>
          <SmsCard profile={profile.data} />
          <PrivacyCard>{privacy}</PrivacyCard>
        </div>
      </div>
    );
  }
  if (profile.isPending) return <StatePanel kind="loading" title="Loading profile..." isWholePage />;
  if (!hasErrorCode(profile.error, "not_found")) {
    return (
      <StatePanel kind="error" title="Your profile did not load" detail={errorDetail(profile.error)} retry={profile} />
    );
  }
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
