import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ProfileLoader } from "../features/members/profile-loader.tsx";
import { SmsCard } from "../features/members/sms-card.tsx";
import { SubscriptionCard } from "../features/members/subscription-card.tsx";
import { WakeUpCard } from "../features/members/wake-up-card.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { PageShell } from "../ui/page-shell.tsx";
import { SupportFooter } from "../ui/support-footer.tsx";

export function ProfilePage() {
  useDocumentTitle("My Account");
  return (
    <RequireSession>
      {() => (
        <PageShell actions={<MemberNav current="profile" />} footer={<SupportFooter />}>
          <h1 className="mb-6 text-4xl sm:mb-10 sm:text-5xl">My Account</h1>
          <ProfileLoader>
            {(profile) => (
              <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 lg:gap-6">
                <WakeUpCard profile={profile} />
                <div className="grid gap-5 lg:gap-6">
                  <SubscriptionCard profile={profile} />
                  <SmsCard profile={profile} />
                </div>
              </div>
            )}
          </ProfileLoader>
        </PageShell>
      )}
    </RequireSession>
  );
}
