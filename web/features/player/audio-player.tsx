import { useAtomValue, useSetAtom } from "jotai";
import { type LucideIcon, RotateCcw, RotateCw } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { IconButton } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { AudioSettings } from "./audio-settings.tsx";
import { MediaFailure } from "./media-failure.tsx";
import { formatMediaTime, spokenPosition } from "./media-time.ts";
import { PlayIcon, TimeLeft } from "./play-icon.tsx";
import {
  audioAtom,
  audioConditionAtom,
  cueTrackAtom,
  playTrackAtom,
  resumedAtAtom,
  rewindAtom,
  type Track,
  trackAtom,
} from "./player.atoms.ts";
import { ResumedNotice } from "./resumed-notice.tsx";
import { SKIP_SECONDS, skip } from "./use-media-session.ts";
import { type MediaState, useMediaState } from "./use-media-state.ts";
import { usePlayerKeys } from "./use-player-keys.ts";

const KEY_STEPS: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

function SkipIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span aria-hidden="true" className="relative grid place-items-center">
      <Icon className="size-8" strokeWidth={1.5} />
      <span className="absolute text-[0.625rem] font-bold tabular-nums">{SKIP_SECONDS}</span>
    </span>
  );
}

type AudioPlayerProps = {
  track: Track;
  /** After the click that asked for the sound: where a browser refuses it, Play is at hand. */
  takesFocus: boolean;
  /** Told when the member begins again what was taken up where they had left it. */
  onStartOver?: () => void;
  onSpeed?: (speed: number) => void;
};

/** The controls of a track on its own page; the app's one <audio> element plays it (web/app/app-player.tsx). */
export function AudioPlayer({ track, takesFocus, onStartOver, onSpeed }: AudioPlayerProps) {
  const element = useAtomValue(audioAtom);
  const loaded = useAtomValue(trackAtom);
  const condition = useAtomValue(audioConditionAtom);
  const play = useSetAtom(playTrackAtom);
  const cue = useSetAtom(cueTrackAtom);
  const rewind = useSetAtom(rewindAtom);
  const resumedAt = useAtomValue(resumedAtAtom);
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
  usePlayerKeys(keysOf);
  const isBusy = isLoaded && (condition.status === "recovering" || (state.isPlaying && state.isWaiting));
  const known = { ...state, duration: state.duration || (track.duration ?? 0) };
  return (
    <div className="grid grid-cols-1 content-start gap-3 sm:gap-4">
      {isLoaded && condition.status === "failed" && (
        <MediaFailure trouble={condition.trouble} onRetry={condition.retry} />
      )}
      <div className="flex items-center justify-center gap-3 sm:gap-6">
        <IconButton
          label={`Back ${SKIP_SECONDS} seconds`}
          disabled={audio === null}
          onClick={() => audio && skip(audio, -SKIP_SECONDS)}
        >
          <SkipIcon icon={RotateCcw} />
        </IconButton>
        <button
          ref={button}
          type="button"
          onClick={toggle}
          aria-label={state.isPlaying ? "Pause" : "Play"}
          data-tooltip=""
          className="bolt-fill flex min-h-18 forced-colors:border min-w-0 flex-1 items-center justify-center gap-3 rounded-full px-4 text-night shadow-[0_12px_48px_-10px_rgb(255_150_20/0.75)] transition hover:brightness-110 active:scale-98 sm:max-w-72"
        >
          <PlayIcon isPlaying={state.isPlaying} isBusy={isBusy} className="size-8" />
          <TimeLeft seconds={known.duration - known.position} isKnown={known.duration > 0} />
        </button>
        <IconButton
          label={`Forward ${SKIP_SECONDS} seconds`}
          disabled={audio === null}
          onClick={() => audio && skip(audio, SKIP_SECONDS)}
        >
          <SkipIcon icon={RotateCw} />
        </IconButton>
      </div>
      <AudioProgress
        state={known}
        isSeekable={state.duration > 0}
        onSeek={(seconds) => {
          if (audio !== null) audio.currentTime = seconds;
        }}
      >
        {isLoaded && resumedAt !== null && (
          <ResumedNotice
            seconds={resumedAt}
            onStartOver={() => {
              onStartOver?.();
              rewind(track.date, false);
            }}
          />
        )}
      </AudioProgress>
      <AudioSettings media={element} state={state} onSpeed={onSpeed} />
    </div>
  );
}

type AudioProgressProps = {
  state: MediaState;
  isSeekable: boolean;
  onSeek: (seconds: number) => void;
  /** What there is to say of the position; it takes the place of what is always said, so that nothing moves. */
  children: ReactNode;
};

/** Progress bar with the notch from which on the audio counts as completed. */
function AudioProgress({ state, isSeekable, onSeek, children }: AudioProgressProps) {
  const { position, duration } = state;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(Math.max(0, Math.min(duration, position + step)));
  };
  return (
    <div>
      <div className="relative">
        <Range
          label="Audio progress"
          value={position}
          max={duration || 1}
          step="any"
          disabled={!isSeekable}
          aria-valuetext={spokenPosition(position, duration)}
          onChange={onSeek}
          onKeyDown={onKeyDown}
          className="block"
        />
        <span
          aria-hidden="true"
          style={{ left: `${COMPLETION_THRESHOLD}%` }}
          className="pointer-events-none absolute top-1/2 h-3.5 -translate-y-1/2 border-muted border-l-2"
        />
      </div>
      <div className="flex min-h-5 items-center justify-between gap-x-2 text-sm text-muted tabular-nums">
        <span>{formatMediaTime(position)}</span>
        <div className="-my-3 text-xs">{children || `counts from ${COMPLETION_THRESHOLD}%`}</div>
        <span>{formatMediaTime(duration)}</span>
      </div>
    </div>
  );
}
