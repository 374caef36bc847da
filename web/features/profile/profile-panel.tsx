import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { Button, buttonClass, TEXT_LINK } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { AccountParts } from "./account-parts.tsx";
import { displayName } from "./account-words.ts";
import { useProfile } from "./profile.query.ts";
import { SuppressionCard } from "./suppression-card.tsx";
import { WakeUpCard } from "./wake-up-card.tsx";

const STACK = "grid grid-cols-1 items-start gap-5 lg:gap-6";

type ProfilePanelProps = {
  /** One line above all parts. */
  summary?: (profile: ProfileResponse) => ReactNode;
  notifications?: (profile: ProfileResponse) => ReactNode;
  membership?: (profile: ProfileResponse) => ReactNode;
  security?: (profile: ProfileResponse, readAgain: () => unknown) => ReactNode;
  privacy?: ReactNode;
};

export function ProfilePanel({ summary, notifications, membership, security, privacy }: ProfilePanelProps) {
  const query = useProfile();
  const profile = query.data;
  if (profile) {
    return (
      <>
        {summary?.(profile)}
        <AccountParts
          parts={{
            "wake-up": (
              <div className={STACK}>
                {profile.suppression && <SuppressionCard email={profile.email} suppression={profile.suppression} />}
                <WakeUpCard profile={profile} notifications={notifications?.(profile)} />
                <MailCheckCard profile={profile} />
                <SmsRow profile={profile} />
              </div>
            ),
            membership: (
              <div className={`${STACK} in-turn`}>
                {membership?.(profile)}
                <DetailsCard profile={profile} />
              </div>
            ),
            security: <div className={`${STACK} in-turn`}>{security?.(profile, query.refetch)}</div>,
            privacy,
          }}
        />
        <Link to={APP_PAGES.dashboard} className={`${TEXT_LINK} mt-6 text-muted text-sm`}>
          Back to dashboard
        </Link>
      </>
    );
  }
  if (query.isPending) return <StatePanel kind="loading" title="Loading profile..." isWholePage />;
  if (!hasErrorCode(query.error, "not_found"))
    return <StatePanel kind="error" title="Your profile didn't load" detail={errorDetail(query.error)} retry={query} />;
  return (
    <StatePanel kind="empty" icon={UserX} title="Profile Not Found" isWholePage>
      <Link to={APP_PAGES.dashboard} className={buttonClass("primary")}>
        Back to dashboard
      </Link>
    </StatePanel>
  );
}

function MailCheckCard({ profile }: { profile: ProfileResponse }) {
  const { part, opener, close } = useDisclosure(() => import("./mail-check.tsx"));
  return (
    <Card
      id="mail-check-heading"
      title="Not getting your emails?"
      hint="See what happened to your last 14 mornings and send yourself a test."
    >
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

/** SMS doesn't exist yet (spec section 9); the section announces it. */
function SmsRow({ profile }: { profile: ProfileResponse }) {
  return (
    <section aria-label="SMS" className="px-5 text-muted sm:px-7">
      <SwitchField label="SMS" hint="Coming Soon" isOn={profile.smsEnabled} onChange={() => undefined} disabled />
    </section>
  );
}

function DetailsCard({ profile }: { profile: ProfileResponse }) {
  const { part, opener, close } = useDisclosure(() => import("./name-form.tsx"));
  return (
    <Card
      id="details-heading"
      title="Your details"
      aside={
        !part && (
          <Button variant="secondary" size="sm" className="!px-3" {...opener}>
            Change name
          </Button>
        )
      }
    >
      {part && <part.NameForm profile={profile} onDone={close} />}
      <div data-confirmed="">
        <DetailList
          details={[
            ["Name", !part && displayName(profile)],
            ["Email", profile.email],
            ["Member since", formatDate(profile.createdAt)],
          ]}
        />
      </div>
    </Card>
  );
}
