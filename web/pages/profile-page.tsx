import type { ReactNode } from "react";
import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { VipMark } from "../brand/vip-mark.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { PasswordCard } from "../features/auth/password-card.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { CHECKING } from "../features/auth/session.query.ts";
import { ProfilePanel } from "../features/members/profile-panel.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { StatePanel } from "../ui/state-panel.tsx";

export function ProfilePage() {
  useDocumentTitle("My Account");
  return (
    <RequireSession
      frame={
        <Shell isVip={false}>
          <StatePanel kind="loading" title={CHECKING} isWholePage />
        </Shell>
      }
    >
      {(user) => (
        <Shell isVip={user.hasEarlyAccess}>
          <ProfilePanel>
            <PasswordCard email={user.email} />
          </ProfilePanel>
        </Shell>
      )}
    </RequireSession>
  );
}

function Shell({ isVip, children }: { isVip: boolean; children: ReactNode }) {
  return (
    <PageShell actions={<MemberNav current="profile" />} footer={<MemberFooter />}>
      <div className="mb-6 flex flex-wrap items-center gap-4 sm:mb-10">
        <h1 className="text-4xl sm:text-5xl">My Account</h1>
        {/* On phones the header shows it close by. */}
        <span className="max-sm:hidden">{isVip && <VipMark />}</span>
      </div>
      {children}
    </PageShell>
  );
}
