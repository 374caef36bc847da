import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { buttonClass } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MailCheckCard } from "./mail-check-card.tsx";
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
