import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { cueTrackAtom, rewindAtom } from "./item-track.atoms.ts";
import { MediaFailure } from "./media-failure.tsx";
import { PlaybackButton } from "./playback-button.tsx";
import type { PlaybackSheetProps } from "./playback-sheet.tsx";
import { audioAtom, audioConditionAtom, playTrackAtom, resumedAtAtom, type Track, trackAtom } from "./player.atoms.ts";
import { PlayerFace } from "./player-face.tsx";
import { canSetVolume, setVolume } from "./player-preferences.ts";
import { ResumedNotice } from "./resumed-notice.tsx";
import { skip } from "./use-media-session.ts";
import { type MediaState, useMediaState } from "./use-media-state.ts";
import { usePlayerKeys } from "./use-player-keys.ts";

type AudioPlayerProps = {
  track: Track;
  /** Focuses Play after a click that asked for sound, in case the browser refuses to play. */
  takesFocus: boolean;
  /** False while the stage shows the video, which then has the page's keys. */
  isShown?: boolean;
  isDone?: boolean;
  /** Called when the member restarts a medium that had resumed. */
  onStartOver?: () => void;
  onSpeed?: (speed: number) => void;
};

/** The controls of a track on its own page; the app's single <audio> element plays it (web/app/app-player.tsx). */
export function AudioPlayer({ track, takesFocus, isShown = true, isDone, onStartOver, onSpeed }: AudioPlayerProps) {
  const element = useAtomValue(audioAtom);
  const loaded = useAtomValue(trackAtom);
  const condition = useAtomValue(audioConditionAtom);
  const play = useSetAtom(playTrackAtom);
  const cue = useSetAtom(cueTrackAtom);
  const rewind = useSetAtom(rewindAtom);
  const [resumedAt, setResumedAt] = useAtom(resumedAtAtom);
  const isLoaded = loaded?.date === track.date;
  const audio = isLoaded ? element : null;
  const state = useMediaState(audio);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => cue(track), [cue, track]);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const toggle = () => {
    if (state.isPlaying) audio?.pause();
    else void play(track);
  };
  const keysOf = useMemo(() => ({ own: audio, play: () => void play(track), onSpeed }), [audio, play, track, onSpeed]);
  usePlayerKeys(isShown ? keysOf : null);
  const isBusy = isLoaded && (condition.status === "recovering" || (state.isPlaying && state.isWaiting));
  const known = { ...state, duration: state.duration || (track.duration ?? 0) };
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      {isLoaded && condition.status === "failed" && (
        <div className="rounded-xl bg-night">
          <MediaFailure trouble={condition.trouble} onRetry={condition.retry} />
        </div>
      )}
      <PlayerFace
        state={known}
        isBusy={isBusy}
        canSkip={audio !== null}
        isSeekable={state.duration > 0}
        button={button}
        isDone={isDone || state.hasEnded}
        onToggle={toggle}
        onSkip={(seconds) => audio && skip(audio, seconds)}
        onSeek={(seconds) => {
          if (audio !== null) audio.currentTime = seconds;
        }}
      >
        {audio !== null && resumedAt !== null && (
          <ResumedNotice
            seconds={resumedAt}
            onLeave={() => setResumedAt(null)}
            onStartOver={() => {
              onStartOver?.();
              rewind(track.date, false);
            }}
          />
        )}
      </PlayerFace>
      <AudioSettings media={element} state={state} onSpeed={onSpeed} />
    </div>
  );
}

type AudioSettingsProps = { media: HTMLMediaElement | null; state: MediaState } & Pick<PlaybackSheetProps, "onSpeed">;

export function AudioSettings({ media, state, onSpeed }: AudioSettingsProps) {
  const volume = state.isMuted ? 0 : state.volume;
  return (
    <div className="flex items-center gap-3">
      <IconButton
        isSmall
        icon={volume === 0 ? VolumeX : Volume2}
        label={state.isMuted ? "Unmute" : "Mute"}
        onClick={() => {
          if (media !== null) media.muted = !media.muted;
        }}
      />
      {/* Some devices control the volume only with their hardware buttons. */}
      {canSetVolume() && (
        <Range
          label="Volume"
          value={volume}
          max={1}
          step={0.1}
          aria-valuetext={`${Math.round(volume * 100)}%`}
          onChange={(next) => media && setVolume(media, next)}
          className="min-w-0 max-w-[10rem] flex-1"
        />
      )}
      <PlaybackButton
        rate={state.rate}
        onSpeed={onSpeed}
        className="ml-auto border border-line bg-raised px-4 hover:border-bolt"
      />
    </div>
  );
}
