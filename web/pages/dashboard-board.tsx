import { clsx } from "clsx";
import { useAtomValue } from "jotai";
import type { SessionUser } from "#domain/contract/account.ts";
import { CHECKING } from "../features/account/session.query.ts";
import { ContentBrowser } from "../features/content/content-browser.tsx";
import { ContentFrame } from "../features/content/content-frame.tsx";
import { ContinueRow } from "../features/content/continue-row.tsx";
import { loadedAtom } from "../features/player/player.atoms.ts";
import type { useExperience } from "../features/player/use-track.ts";
import { AccessEnded } from "../features/profile/access-ended.tsx";
import { NextWakeUp, TrialLine } from "../features/profile/membership-line.tsx";
import { HubStreak } from "../features/progress/hub-streak.tsx";
import { useEngagement } from "../features/progress/progress.query.ts";
import { LazySection } from "../ui/lazy-section.tsx";

const loadLastDay = () => import("../features/money/payment-notice.tsx").then((module) => module.LastDay);
const loadLiveEvent = () =>
  import("../features/live-events/next-live-event.tsx").then((module) => module.NextLiveEvent);
const loadYear = () => import("../features/progress/year-activity.tsx").then((module) => module.YearActivity);
const loadStats = () => import("../features/progress/engagement-stats.tsx").then((module) => module.EngagementStats);

export const isPaid = ({ subscriptionType }: SessionUser) =>
  subscriptionType !== "trial" && subscriptionType !== "gift";

const ROWS = "grid grid-cols-1 gap-y-8 sm:gap-y-12";

const SECTION = "grid min-w-0 content-start gap-2 in-data-offline:hidden";

export function BoardFrame() {
  return (
    <div className={`min-h-[200dvh] content-start ${ROWS}`}>
      <ContentFrame status={CHECKING} />
    </div>
  );
}

export function Board({ user, experience }: { user: SessionUser; experience: ReturnType<typeof useExperience> }) {
  const { data: figures, isPending } = useEngagement();
  const playing = useAtomValue(loadedAtom);
  const hasFinished = (figures?.itemsCompleted ?? 0) > 0;
  return (
    <div className={`group/board ${ROWS}`}>
      <ContentBrowser
        user={user}
        hub={(progress) => <HubStreak>{progress}</HubStreak>}
        wakeUp={(isBelowTomorrow) => <NextWakeUp user={user} isBelowTomorrow={isBelowTomorrow} />}
        rows={(selected) => (
          <>
            <ContinueRow shown={[user.today, selected, playing?.isStarted && playing.track.date]} />
            {isPaid(user) ? <LazySection load={loadLastDay} className="" /> : <TrialLine user={user} />}
          </>
        )}
        accessEnded={<AccessEnded />}
        experience={experience}
      />
      {/* An item's height, and whether there's a year, are unknown until they load; what's below shows after them. */}
      <div
        className={clsx(
          ROWS,
          "group-has-[[data-awaited=item]]/board:invisible group-has-[[data-awaited=item]]/board:pt-[100dvh]",
          isPending && "invisible",
        )}
      >
        {hasFinished && (
          <section aria-labelledby="year-heading" className={SECTION}>
            <h2 id="year-heading" className="text-xl">
              Your year
            </h2>
            <LazySection load={loadYear} className="min-h-40 min-w-0" />
          </section>
        )}
        <section aria-labelledby="live-heading" className={SECTION}>
          <h2 id="live-heading" className="text-xl">
            Live sessions
          </h2>
          <LazySection load={loadLiveEvent} className="min-h-40 min-w-0 sm:min-h-32" />
        </section>
        <LazySection load={loadStats} className="min-h-32 min-w-0 in-data-offline:hidden" />
      </div>
    </div>
  );
}
