import { useSetAtom } from "jotai";
import { useState } from "react";
import type { SessionUser } from "#domain/contract/account.ts";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { NO_PROGRESS } from "#domain/rules/completion.ts";
import { ContentItemView, DayLinks } from "../features/content/content-item-view.tsx";
import { FavoriteButton } from "../features/content/favorite-button.tsx";
import { OpensLater } from "../features/content/opens-later.tsx";
import { TodayLink } from "../features/content/today-link.tsx";
import { rewindAtom } from "../features/player/item-track.atoms.ts";
import { useShownMedium } from "../features/player/media-stage.tsx";
import { useItemTrack } from "../features/player/use-item-track.ts";
import { useIsWatching } from "../features/player/use-media-state.ts";
import { ContentCompletion, ProgressBadges, ProgressTrouble } from "../features/progress/content-completion.tsx";
import { useProgress } from "../features/progress/progress.query.ts";
import { useResumePoint } from "../features/progress/resume-point.ts";
import { lazyExtra } from "../lib/lazy-extra.tsx";
import { Badge } from "../ui/badge.tsx";
import { MemberStage } from "./member-stage.tsx";

// The completion card does without it: reloading the page for it would cut off the sound.
const NextUp = lazyExtra(() => import("./next-up.tsx").then((module) => module.NextUp));

export function MemberItem({ item, user }: { item: OpenedItem; user: SessionUser }) {
  const owner = { memberId: user.id, id: item.date };
  const track = useItemTrack(item, true);
  const progress = useProgress(item.date, { enabled: !item.comingSoon });
  const resumeVideoAt = useResumePoint(owner, "video", progress);
  const rewind = useSetAtom(rewindAtom);
  const isWatching = useIsWatching();
  const [undone, setUndone] = useState(0);
  const [medium, showMedium] = useShownMedium(item);
  // Until the progress is known, what a completed item has, so that nothing moves.
  const { completed: totalWatched } = item;
  const audioCompleted = totalWatched && item.hasAudio;
  const media = { audioCompleted, videoCompleted: totalWatched && item.hasVideo };
  const shown = progress.data ?? { ...NO_PROGRESS, id: item.id, date: item.date, totalWatched, ...media };
  return (
    <ContentItemView
      item={item}
      favorite={item.comingSoon ? null : <FavoriteButton item={item} className="-my-3.5 -mr-2" />}
      ways={<DayLinks date={item.date} isAdmin={false} />}
      stage={
        <MemberStage
          item={item}
          owner={owner}
          track={track}
          resumeVideoAt={resumeVideoAt}
          shown={medium}
          onShow={showMedium}
          videoRun={undone}
          isHeard={shown.audioCompleted}
        />
      }
      badges={item.comingSoon ? <Badge tone="orange">Coming Soon</Badge> : <ProgressBadges progress={shown} />}
      notice={
        item.comingSoon && (
          <div className="grid gap-3 sm:flex sm:items-center sm:gap-6">
            <OpensLater item={item} user={user} />
            <TodayLink today={user.today} />
          </div>
        )
      }
    >
      {progress.isSuccess && !item.comingSoon && (
        <ContentCompletion
          owner={owner}
          progress={shown}
          media={item}
          next={<NextUp date={item.date} today={user.today} />}
          isWatching={isWatching}
          onUndone={() => {
            rewind(item.date, true);
            setUndone(undone + 1);
          }}
        />
      )}
      {/* Reserves the space of what follows, so nothing below it moves. */}
      {progress.isLoading && <div className={totalWatched ? "h-28" : "h-14"} />}
      {progress.isLoadingError && <ProgressTrouble query={progress} />}
    </ContentItemView>
  );
}
