import type { ReactNode } from "react";
import type { SessionUser } from "#domain/contract/auth.ts";
import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { VipMark } from "../brand/vip-mark.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { PasswordCard } from "../features/auth/password-card.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { CHECKING } from "../features/auth/session.query.ts";
import { ProfilePanel } from "../features/members/profile-panel.tsx";
import { useSearchParams } from "../lib/router.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { LazySection } from "../ui/lazy-section.tsx";
import { StatePanel } from "../ui/state-panel.tsx";

const loadMembership = async () => (await import("../features/payments/membership-card.tsx")).MembershipCard;

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
          <Account user={user} />
        </Shell>
      )}
    </RequireSession>
  );
}

/** The account, or one of its receipts. */
function Account({ user }: { user: SessionUser }) {
  const [params] = useSearchParams();
  const loadReceipt = async () => {
    const { Receipt } = await import("../features/payments/receipt.tsx");
    return () => <Receipt buyer={user} />;
  };
  if (params.has("receipt")) return <LazySection load={loadReceipt} className="min-h-dvh" />;
  return (
    <ProfilePanel>
      <LazySection load={loadMembership} className="min-h-64" />
      <PasswordCard email={user.email} />
    </ProfilePanel>
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
