import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import { contentPath } from "#domain/paths.ts";
import { MiniPlayerPlace } from "../brand/dock.tsx";
import { useRenewSession, useSession } from "../features/account/session.query.ts";
import { contentListQuery } from "../features/content/content.query.ts";
import { contentHref, parseMonth } from "../features/content/dashboard-address.ts";
import { MiniPlayer } from "../features/player/mini-player.tsx";
import {
  audioAtom,
  audioConditionAtom,
  audioSource,
  closePlayerAtom,
  isStartedAtom,
  playTrackAtom,
  resumedAtAtom,
  type Track,
  trackOf,
} from "../features/player/player.atoms.ts";
import { applyPreferences } from "../features/player/player-preferences.ts";
import { useMediaRecovery } from "../features/player/use-media-recovery.ts";
import { useMediaSession } from "../features/player/use-media-session.ts";
import { usePlaybackReports } from "../features/player/use-media-state.ts";
import { useResume } from "../features/player/use-resume.ts";
import { useSleepTimer } from "../features/player/use-sleep-timer.ts";
import { useProgress } from "../features/progress/progress.query.ts";
import { useResumePoint } from "../features/progress/resume-point.ts";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";
import { listen } from "../lib/listen.ts";
import { SpeedOfMember } from "../pages/speed-of-member.tsx";

export function PlayerHost({ track }: { track: Track }) {
  const audio = useAtomValue(audioAtom);
  const onCondition = useSetAtom(audioConditionAtom);
  const isStarted = useAtomValue(isStartedAtom);
  const renewPass = useRenewSession();
  const { pathname } = useLocation();
  useSleepTimer();
  useMediaRecovery(audio, audioSource(track), { renewPass, onCondition });
  useEffect(() => {
    if (audio !== null) applyPreferences(audio);
  }, [audio]);
  const isOnItsPage = pathname === contentPath(track.date) || track.href.startsWith(`${pathname}?`);
  const hasEnded = useHasEnded(audio);
  return (
    <>
      <LockScreen track={track} isOnItsPage={isOnItsPage} />
      {track.savesProgress && <Reports track={track} isOnItsPage={isOnItsPage} />}
      {isStarted && !isOnItsPage && !hasEnded && (
        <MiniPlayerPlace>
          <MiniPlayer track={track} />
        </MiniPlayerPlace>
      )}
    </>
  );
}

/** Whether the audio ended and hasn't been played again. If so, other pages don't show a mini-player. */
function useHasEnded(audio: HTMLAudioElement | null): boolean {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    if (audio !== null) return listen(audio, { ended: () => setHasEnded(true), play: () => setHasEnded(false) });
  }, [audio]);
  return hasEnded;
}

/** Lock screen controls; previous and next are the month's neighboring sessions that have audio. */
function LockScreen({ track, isOnItsPage }: { track: Track; isOnItsPage: boolean }) {
  const audio = useAtomValue(audioAtom);
  const isStarted = useAtomValue(isStartedAtom);
  const play = useSetAtom(playTrackAtom);
  const navigate = useNavigate();
  const list = useQuery({ ...contentListQuery(parseMonth(track.date)), enabled: isStarted && track.savesProgress });
  const open = (list.data ?? []).map((item, rolodex) => ({ item, rolodex })).filter(({ item }) => item.audioFilename);
  const goTo = (target: (typeof open)[number] | undefined) => {
    const href = target && contentHref(target.item.date, target.rolodex);
    const next = target && href ? trackOf(target.item, href, true) : null;
    if (next === null) return null;
    return () => {
      void play(next);
      if (isOnItsPage) void navigate(next.href);
    };
  };
  useMediaSession(audio, track, {
    previous: goTo(open.findLast(({ item }) => item.date < track.date)),
    next: goTo(open.find(({ item }) => item.date > track.date)),
  });
  return null;
}

function Reports({ track, isOnItsPage }: { track: Track; isOnItsPage: boolean }) {
  const { data: user } = useSession();
  const audio = useAtomValue(audioAtom);
  const close = useSetAtom(closePlayerAtom);
  // The session ended elsewhere: sound must not continue over the login.
  useEffect(() => {
    if (user === null) close();
  }, [user, close]);
  const today = user?.today;
  const lastDay = useRef(today);
  // Audio left paused on an earlier day must not get in the way of today's.
  useEffect(() => {
    if (today === undefined) return;
    const isNewDay = lastDay.current !== undefined && lastDay.current !== today;
    lastDay.current = today;
    if (isNewDay && audio?.paused && !isOnItsPage) close();
  }, [today, audio, isOnItsPage, close]);
  if (!user) return null;
  return (
    <>
      <SpeedOfMember />
      <MemberReports user={user} track={track} />
    </>
  );
}

function MemberReports({ user, track }: { user: SessionUser; track: Track }) {
  const audio = useAtomValue(audioAtom);
  const onResumed = useSetAtom(resumedAtAtom);
  const owner = { memberId: user.id, id: track.date };
  const progress = useProgress(track.date, { enabled: true });
  const reporter = useProgressReporter(owner);
  const isTakenUp = useResume(audio, useResumePoint(owner, "audio", progress), onResumed);
  usePlaybackReports(audio, isTakenUp ? reporter.audio : null);
  return null;
}
