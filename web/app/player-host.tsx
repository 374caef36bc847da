import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { useLocation } from "react-router";
import type { SessionUser } from "#domain/contract/auth.ts";
import { contentPath } from "#domain/paths.ts";
import { MiniPlayerPlace } from "../brand/dock.tsx";
import { useRenewSession, useSession } from "../features/auth/session.query.ts";
import { MiniPlayer } from "../features/player/mini-player.tsx";
import {
  audioAtom,
  audioConditionAtom,
  audioSource,
  closePlayerAtom,
  isStartedAtom,
  resumedAtAtom,
  type Track,
} from "../features/player/player.atoms.ts";
import { applyPreferences } from "../features/player/player-preferences.ts";
import { useMediaRecovery } from "../features/player/use-media-recovery.ts";
import { useMediaSession } from "../features/player/use-media-session.ts";
import { usePlaybackReports } from "../features/player/use-playback-reports.ts";
import { useResume } from "../features/player/use-resume.ts";
import { useProgress } from "../features/progress/progress.query.ts";
import { useResumePoint } from "../features/progress/resume-point.ts";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";

const NO_NEIGHBOURS = { previous: null, next: null };

/** Everything about the track that the app's player holds, on whichever page the member is. */
export function PlayerHost({ track }: { track: Track }) {
  const audio = useAtomValue(audioAtom);
  const onCondition = useSetAtom(audioConditionAtom);
  const isStarted = useAtomValue(isStartedAtom);
  const renewPass = useRenewSession();
  const { pathname } = useLocation();
  useMediaRecovery(audio, audioSource(track), { renewPass, onCondition });
  useMediaSession(audio, track, NO_NEIGHBOURS);
  useEffect(() => {
    if (audio !== null) applyPreferences(audio);
  }, [audio]);
  const isOnItsPage = pathname === contentPath(track.date) || track.href.startsWith(`${pathname}?`);
  return (
    <>
      {track.savesProgress && <Reports track={track} />}
      {isStarted && !isOnItsPage && (
        <MiniPlayerPlace>
          <MiniPlayer track={track} />
        </MiniPlayerPlace>
      )}
    </>
  );
}

function Reports({ track }: { track: Track }) {
  const { data: user } = useSession();
  const close = useSetAtom(closePlayerAtom);
  // A session that ended elsewhere: nothing goes on sounding in front of the login.
  useEffect(() => {
    if (user === null) close();
  }, [user, close]);
  return user ? <MemberReports user={user} track={track} /> : null;
}

function MemberReports({ user, track }: { user: SessionUser; track: Track }) {
  const audio = useAtomValue(audioAtom);
  const onResumed = useSetAtom(resumedAtAtom);
  const owner = { memberId: user.id, id: track.date };
  const progress = useProgress(track.date, { enabled: true });
  const reporter = useProgressReporter(owner);
  usePlaybackReports(audio, reporter.audio);
  useResume(audio, useResumePoint(owner, "audio", progress), onResumed);
  return null;
}
