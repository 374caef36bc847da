import { useSetAtom } from "jotai";
import { AlarmClock } from "lucide-react";
import { type RefObject, useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { NO_PROGRESS } from "#domain/rules/completion.ts";
import { useRenewSession } from "../features/account/session.query.ts";
import { ContentItemView, DayLinks } from "../features/content/content-item-view.tsx";
import { FavoriteButton } from "../features/content/favorite-button.tsx";
import { OpensLater } from "../features/content/opens-later.tsx";
import { TodayLink } from "../features/content/today-link.tsx";
import { useDaysBeside } from "../features/content/use-days-beside.ts";
import { AudioPlayer } from "../features/player/audio-player.tsx";
import { isOpenedToPlay, rewindAtom } from "../features/player/item-track.atoms.ts";
import { OPENED_TO_PLAY, playTrackAtom, type Track } from "../features/player/player.atoms.ts";
import { useSpeedOfMember } from "../features/player/use-speed-of-member.ts";
import { useTrack } from "../features/player/use-track.ts";
import { VideoPlayer, type VideoPlayerProps } from "../features/player/video-player.tsx";
import { wakeUpMoment } from "../features/profile/member-words.ts";
import { useProfile, useUpdateProfile } from "../features/profile/profile.query.ts";
import { ContentCompletion, ProgressBadges, ProgressTrouble } from "../features/progress/content-completion.tsx";
import { useProgress } from "../features/progress/progress.query.ts";
import { useResumePoint } from "../features/progress/resume-point.ts";
import { useEndEpoch, useRefusalToast } from "../features/progress/save-progress.mutation.ts";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";
import type { ProgressOwner } from "../lib/pending-progress.ts";

export function MemberItem({ item, user, backHref }: { item: OpenedItem; user: SessionUser; backHref: string }) {
  const owner = { memberId: user.id, id: item.date };
  const track = useTrack(item, true);
  const takesFocus = isOpenedToPlay(useLocation().state);
  const progress = useProgress(item.date, { enabled: !item.comingSoon });
  const resumeVideoAt = useResumePoint(owner, "video", progress);
  const { mutate: changeProfile } = useUpdateProfile();
  const onSpeed = useCallback((playbackSpeed: number) => changeProfile({ playbackSpeed }), [changeProfile]);
  const choices = { onStartOver: useStartOver(owner), onSpeed };
  const rewind = useSetAtom(rewindAtom);
  // Undoing a completion resets the video by creating a new player.
  const [undone, setUndone] = useState(0);
  const video = useRef<HTMLMediaElement | null>(null);
  const playAgain = usePlayAgain(track, video);
  const media = { hasAudio: item.audioFilename !== null, hasVideo: item.video !== null };
  const shown = progress.data ?? { ...NO_PROGRESS, id: item.id, date: item.date, totalWatched: item.completed };
  return (
    <ContentItemView
      item={item}
      favorite={item.comingSoon ? null : <FavoriteButton item={item} className="-my-3.5 -mr-2" />}
      ways={<DayLinks date={item.date} isAdmin={false} />}
      audio={track && <AudioPlayer track={track} takesFocus={takesFocus} {...choices} />}
      video={
        item.video && (
          <MemberVideo
            key={undone}
            mediaRef={video}
            video={item.video}
            item={item}
            owner={owner}
            takesFocus={track === null && takesFocus}
            resumePoint={undone === 0 ? resumeVideoAt : null}
            {...choices}
          />
        )
      }
      badges={<ProgressBadges progress={shown} />}
      notice={
        item.comingSoon && (
          <div className="grid gap-3">
            <OpensLater item={item} user={user} />
            <TodayLink today={user.today} />
          </div>
        )
      }
    >
      {item.video && track === null && <SpeedOfMember />}
      {progress.isSuccess && !item.comingSoon && (
        <ContentCompletion
          owner={owner}
          progress={shown}
          media={media}
          backHref={backHref}
          nextMail={<NextMail />}
          onPlayAgain={media.hasAudio || media.hasVideo ? playAgain : null}
          onUndone={() => {
            rewind(item.date, true);
            setUndone(undone + 1);
          }}
        />
      )}
      {/* Reserves the button's space, so nothing below it moves. */}
      {progress.isLoading && <div className="h-14" />}
      {progress.isLoadingError && <ProgressTrouble query={progress} />}
    </ContentItemView>
  );
}

/** The item's video; on the lock screen, previous and next are the neighboring days. */
function MemberVideo({ owner, ...props }: Omit<VideoPlayerProps, "listener" | "renewPass"> & { owner: ProgressOwner }) {
  const { video } = useProgressReporter(owner);
  const navigate = useNavigate();
  const { previous, next } = useDaysBeside(owner.id, false);
  const goTo = (href: string | undefined) =>
    href === undefined ? null : () => navigate(href, { state: OPENED_TO_PLAY });
  const neighbours = { previous: goTo(previous), next: goTo(next) };
  const renewPass = useRenewSession();
  return <VideoPlayer {...props} listener={video} renewPass={renewPass} neighbours={neighbours} />;
}

function useStartOver(owner: ProgressOwner): () => void {
  const reporter = useProgressReporter(owner);
  const startOver = useEndEpoch(owner, "start-over");
  const onError = useRefusalToast("We couldn't start over");
  return () => {
    reporter.restart("start-over");
    startOver.mutate(undefined, { onError });
  };
}

function usePlayAgain(track: Track | null, video: RefObject<HTMLMediaElement | null>) {
  const rewind = useSetAtom(rewindAtom);
  const play = useSetAtom(playTrackAtom);
  return () => {
    if (track !== null) {
      rewind(track.date, false);
      void play(track);
    } else if (video.current !== null) {
      video.current.currentTime = 0;
      video.current.play().catch(() => undefined);
    }
  };
}

/** For an item with only a video; the app's player handles audio, with or without video (web/app/player-host.tsx). */
function SpeedOfMember() {
  const { data, isFetchedAfterMount } = useProfile();
  useSpeedOfMember(isFetchedAfterMount ? data?.playbackSpeed : undefined);
  return null;
}

function NextMail() {
  const { data } = useProfile();
  if (!data?.nextWakeUpLocal) return null;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <AlarmClock aria-hidden="true" className="size-4 shrink-0 text-bolt" />
      <span>Next wake-up {wakeUpMoment(data.nextWakeUpLocal, data.timezone)}</span>
    </p>
  );
}
