import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { PasswordCard } from "../features/auth/password-card.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ProfilePanel } from "../features/members/profile-panel.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function ProfilePage() {
  useDocumentTitle("My Account");
  return (
    <RequireSession>
      {({ email }) => (
        <PageShell actions={<MemberNav current="profile" />} footer={<MemberFooter />}>
          <h1 className="mb-6 text-4xl sm:mb-10 sm:text-5xl">My Account</h1>
          <ProfilePanel>
            <PasswordCard email={email} />
          </ProfilePanel>
        </PageShell>
      )}
    </RequireSession>
  );
}
