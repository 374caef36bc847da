import { PageShell, SupportFooter } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ProfilePanel } from "../features/members/profile-panel.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function ProfilePage() {
  useDocumentTitle("My Account");
  return (
    <RequireSession>
      {() => (
        <PageShell actions={<MemberNav current="profile" />} footer={<SupportFooter />}>
          <h1 className="mb-6 text-4xl sm:mb-10 sm:text-5xl">My Account</h1>
          <ProfilePanel />
        </PageShell>
      )}
    </RequireSession>
  );
}
