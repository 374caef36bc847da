import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { PageShell, SupportFooter } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ContentBrowser } from "../features/content/content-browser.tsx";
import { AccessEndedPanel } from "../features/members/access-ended-panel.tsx";
import { useExperience } from "../features/player/use-experience.ts";
import { EngagementStats } from "../features/progress/engagement-stats.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function DashboardPage() {
  useDocumentTitle("Dashboard");
  const [params] = useSearchParams();
  const isPasswordReset = params.get("resetPassword") === "true";
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the spec has it logged, and nothing else.
    if (isPasswordReset) console.info("Opened with resetPassword=true");
  }, [isPasswordReset]);
  const experience = useExperience();
  return (
    <RequireSession>
      {(user) => (
        <PageShell actions={<MemberNav current="dashboard" />} footer={<SupportFooter />}>
          <h1 className="mb-6 max-w-xl text-[1.625rem] sm:mb-10 sm:text-5xl lg:max-w-none">
            Daily Motivational <span className="bolt-text">Command Center</span>
          </h1>
          {user.hasAccess ? (
            <div className="grid gap-12">
              <ContentBrowser user={user} accessEnded={<AccessEndedPanel />} experience={experience} />
              <EngagementStats />
            </div>
          ) : (
            <AccessEndedPanel />
          )}
        </PageShell>
      )}
    </RequireSession>
  );
}
