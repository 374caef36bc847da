import { clsx } from "clsx";
import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/account/member-nav.tsx";
import { RequireSession } from "../features/account/require-session.tsx";
import { useRenewSession } from "../features/account/session.query.ts";
import { readStoredCheckout } from "../features/money/stored-checkout.ts";
import { readWelcome } from "../features/money/stored-welcome.ts";
import { useExperience } from "../features/player/use-track.ts";
import { AccessEnded } from "../features/profile/access-ended.tsx";
import { MARK, TrialMark } from "../features/profile/membership-line.tsx";
import { lazyExtra } from "../lib/lazy-extra.tsx";
import { offlineAtom } from "../lib/offline.atoms.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { LazySection } from "../ui/lazy-section.tsx";
import { Board, BoardFrame, isPaid } from "./dashboard-board.tsx";

const loadConfirming = () => import("../features/money/confirming-payment.tsx").then((module) => module.ConfirmingPage);
const loadWelcome = () => import("./welcome-line.tsx").then((module) => module.WelcomeLine);
const loadPayment = () => import("../features/money/payment-notice.tsx").then((module) => module.PaymentNotice);
// Without its code, the line below the dial says the same.
const LastDayMark = lazyExtra(() =>
  import("../features/money/payment-notice.tsx").then((module) => module.LastDayMark),
);

export function DashboardPage() {
  useDocumentTitle("Dashboard");
  const [params] = useSearchParams();
  const isPasswordReset = params.get("resetPassword") === "true";
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the spec has it logged, and nothing else.
    if (isPasswordReset) console.info("Opened with resetPassword=true");
  }, [isPasswordReset]);
  const experience = useExperience();
  // Someone who has just paid isn't sent to the login, because the confirmation brings the session.
  const [isPaying] = useState(() => readStoredCheckout()?.approvedAt != null);
  const [welcome] = useState(readWelcome);
  if (welcome?.isLeft === false && !isPaying) return <Navigate to={APP_PAGES.welcome} replace />;
  return (
    <RequireSession
      readsOffline
      frame={
        <Shell user={null}>
          <BoardFrame />
        </Shell>
      }
      visitor={
        isPaying && (
          <Shell user={null}>
            <LazySection load={loadConfirming} className="min-h-96" />
          </Shell>
        )
      }
    >
      {(user) => (
        <Shell user={user}>
          {welcome && <LazySection load={loadWelcome} className="data-awaited:min-h-14 in-data-offline:hidden" />}
          {/* In grace, a payment has failed or is about to come, which is known before the board shows. */}
          <div className={clsx("grid grid-cols-1", user.isInGrace && "in-turn")}>
            <PaymentPlace user={user} />
            {user.hasAccess ? <Board user={user} experience={experience} /> : <AccessEnded />}
          </div>
        </Shell>
      )}
    </RequireSession>
  );
}

/** Header, heading, and footer; `user` is null until the login check is done. */
function Shell({ user, children }: { user: SessionUser | null; children: ReactNode }) {
  return (
    <PageShell
      isTight
      actions={<MemberNav>{user?.hasAccess && <EndMark user={user} />}</MemberNav>}
      footer={<MemberFooter />}
    >
      <h1 className="mb-2 text-[clamp(0.75rem,3.75vw,1.125rem)] sm:mb-6 sm:text-xl short:mb-1 short:text-sm small:mb-0">
        Daily Motivational <span className="bolt-text">Command Center</span>
      </h1>
      {children}
    </PageShell>
  );
}

const EndMark = ({ user }: { user: SessionUser }) =>
  isPaid(user) ? <LastDayMark look={MARK} /> : <TrialMark user={user} />;

/** Only for members who pay or may have just paid; for others, nothing here asks about money. */
function PaymentPlace({ user }: { user: SessionUser }) {
  const renew = useRenewSession();
  const isOffline = useAtomValue(offlineAtom);
  const { hasAccess, isInGrace } = user;
  if (isOffline || (hasAccess && !isPaid(user))) return null;
  const props = { hasAccess, isInGrace, onPaid: renew };
  const look = "mb-5 small:not-empty:my-2 empty:mb-0";
  return <LazySection key={String(hasAccess)} load={loadPayment} props={props} className={look} />;
}
