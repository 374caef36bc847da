import type { ReactNode } from "react";
import type { SessionUser } from "#domain/contract/account.ts";
import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/account/member-nav.tsx";
import { PasswordCard } from "../features/account/password-card.tsx";
import { RequireSession } from "../features/account/require-session.tsx";
import { CHECKING } from "../features/account/session.query.ts";
import { MembershipSummary } from "../features/money/membership-summary.tsx";
import { ProfilePanel } from "../features/profile/profile-panel.tsx";
import { Notifications } from "../features/push/notifications.tsx";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { LazySection } from "../ui/lazy-section.tsx";
import { StatePanel } from "../ui/state-panel.tsx";

const loadMembership = () => import("../features/money/membership-card.tsx").then((module) => module.MembershipCard);
const loadPrivacy = () => import("../features/privacy/privacy-panel.tsx").then((module) => module.PrivacyPanel);
const loadDownload = () => import("../features/privacy/download-data.tsx").then((module) => module.DownloadData);
const loadSessions = () => import("../features/account/sessions-card.tsx").then((module) => module.SessionsCard);
const loadReceipt = () => import("../features/money/receipt.tsx").then((module) => module.Receipt);

export function ProfilePage() {
  useDocumentTitle("My Account");
  return (
    <RequireSession
      frame={
        <Shell>
          <StatePanel kind="loading" title={CHECKING} isWholePage />
        </Shell>
      }
    >
      {(user) => (
        <Shell>
          <Account user={user} />
        </Shell>
      )}
    </RequireSession>
  );
}

function Account({ user }: { user: SessionUser }) {
  const params = useLinkParams();
  const { timezone, today } = user;
  const token = params.get("data");
  if (token !== null) return <LazySection load={loadDownload} props={{ token }} className="min-h-96" />;
  if (params.has("receipt")) return <LazySection load={loadReceipt} props={{ buyer: user }} className="min-h-96" />;
  return (
    <ProfilePanel
      summary={(profile) => <MembershipSummary profile={profile} />}
      notifications={({ hasDevices }) => <Notifications hasDevices={hasDevices} timezone={timezone} today={today} />}
      membership={(profile) => <LazySection load={loadMembership} props={{ profile }} className="min-h-64" />}
      security={(profile, readAgain) => (
        <>
          <PasswordCard profile={profile} onSaved={readAgain} />
          <LazySection
            load={loadSessions}
            props={{ timezone, today, hasPassword: profile.isSetUp }}
            className="min-h-64"
          />
        </>
      )}
      privacy={<LazySection load={loadPrivacy} className="min-h-64" />}
    />
  );
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <PageShell isTight actions={<MemberNav />} footer={<MemberFooter />}>
      <h1 className="mb-2 text-4xl sm:text-5xl short:text-2xl">My Account</h1>
      {children}
    </PageShell>
  );
}
