import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { VipMark } from "../brand/vip-mark.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { PasswordCard } from "../features/auth/password-card.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ProfilePanel } from "../features/members/profile-panel.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function ProfilePage() {
  useDocumentTitle("My Account");
  return (
    <RequireSession>
      {(user) => (
        <PageShell actions={<MemberNav current="profile" />} footer={<MemberFooter />}>
          <div className="mb-6 flex flex-wrap items-center gap-4 sm:mb-10">
            <h1 className="text-4xl sm:text-5xl">My Account</h1>
            {/* On phones the header shows it close by. */}
            <span className="max-sm:hidden">{user.hasEarlyAccess && <VipMark />}</span>
          </div>
          <ProfilePanel>
            <PasswordCard email={user.email} />
          </ProfilePanel>
        </PageShell>
      )}
    </RequireSession>
  );
}
