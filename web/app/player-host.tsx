import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import { contentPath } from "#domain/paths.ts";
import { MiniPlayerPlace } from "../brand/dock.tsx";
import { useRenewSession, useSession } from "../features/account/session.query.ts";
import { MiniPlayer } from "../features/player/mini-player.tsx";
import {
  audioAtom,
  audioConditionAtom,
  audioSource,
  closePlayerAtom,
  isStartedAtom,
  queueAtom,
  queueText,
  resumedAtAtom,
  type Track,
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
import { lazyExtra } from "../lib/lazy-extra.tsx";
import { listen } from "../lib/listen.ts";
import { SpeedOfMember } from "../pages/speed-of-member.tsx";

// Loads with the first queue; without its code, a session plays alone.
const loadQueue = () => import("../features/player/queue-row.tsx");
const QueueRow = lazyExtra(() => loadQueue().then((module) => module.QueueRow));

export function restoreQueue(): void {
  if (queueText.read() !== null)
    loadQueue().then(
      (module) => module.restoreQueue(),
      () => undefined,
    );
}

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
  const queue = useAtomValue(queueAtom);
  const isMini = isStarted && !isOnItsPage && !hasEnded;
  useMediaSession(audio, track);
  return (
    <>
      {track.savesProgress && <Reports track={track} isOnItsPage={isOnItsPage} />}
      {(isMini || queue) && (
        <MiniPlayerPlace>
          {queue && <QueueRow track={track} queue={queue} isAlone={!isMini} />}
          {isMini && <MiniPlayer track={track} />}
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
  const resumePoint = useResumePoint(owner, "audio", progress);
  // Once, since the session's own page may play it on as a track of its own.
  const [startsOver] = useState(track.startsOver);
  const isTakenUp = useResume(audio, startsOver ? null : resumePoint, onResumed);
  usePlaybackReports(audio, isTakenUp ? reporter.audio : null);
  return null;
}
