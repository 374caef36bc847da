import { useEffect } from "react";
import type { SessionUser } from "#domain/contract/auth.ts";
import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ContentBrowser } from "../features/content/content-browser.tsx";
import { AccessEnded } from "../features/members/access-ended.tsx";
import { NextWakeUp, TrialLine, TrialMark } from "../features/members/membership-line.tsx";
import { useExperience } from "../features/player/use-experience.ts";
import { EngagementStats, HubStreak } from "../features/progress/engagement-stats.tsx";
import { useSearchParams } from "../lib/router.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { LazySection } from "../ui/lazy-section.tsx";

const loadYear = async () => (await import("../features/progress/year-activity.tsx")).YearActivity;

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
        <PageShell
          isTight
          actions={
            <MemberNav current="dashboard">
              <TrialMark user={user} />
            </MemberNav>
          }
          footer={<MemberFooter />}
        >
          <h1 className="mb-2 text-[clamp(0.75rem,3.75vw,1.125rem)] tracking-normal sm:mb-8 sm:text-4xl xl:text-5xl">
            Daily Motivational <span className="bolt-text">Command Center</span>
          </h1>
          {user.hasAccess ? <Dashboard user={user} experience={experience} /> : <AccessEnded />}
        </PageShell>
      )}
    </RequireSession>
  );
}

type DashboardProps = { user: SessionUser; experience: ReturnType<typeof useExperience> };

function Dashboard({ user, experience }: DashboardProps) {
  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-8 sm:gap-y-12 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <ContentBrowser user={user} streak={<HubStreak />} accessEnded={<AccessEnded />} experience={experience} />
      <div className="grid min-w-0 content-start gap-3">
        <NextWakeUp user={user} />
        <TrialLine user={user} />
        <EngagementStats />
      </div>
      <section aria-labelledby="year-heading" className="grid min-w-0 gap-2 xl:col-span-2">
        <h2 id="year-heading" className="text-xl">
          Your year
        </h2>
        <LazySection load={loadYear} className="min-h-40 min-w-0" />
      </section>
    </div>
  );
}
