import { type LucideIcon, Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { AudioSettings } from "./audio-settings.tsx";
import { MediaFailure } from "./media-failure.tsx";
import { formatMediaTime, spokenPosition } from "./media-time.ts";
import { useMediaRecovery } from "./use-media-recovery.ts";
import { SKIP_SECONDS, skip, useMediaSession } from "./use-media-session.ts";
import { type MediaState, useMediaState } from "./use-media-state.ts";
import { usePlaybackReports } from "./use-playback-reports.ts";

type AudioPlayerProps = {
  filename: string;
  title: string;
  date: string;
  resumeAtPercent: number | null;
  listener: PlaybackListener | null;
  renewPass: () => Promise<void>;
};

// Nearer to the start than this, beginning again is what a listener expects.
const WORTH_RESUMING_PERCENT = 3;

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

export function AudioPlayer({ filename, title, date, resumeAtPercent, listener, renewPass }: AudioPlayerProps) {
  const src = `/audio/${encodeURIComponent(filename)}`;
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const state = useMediaState(audio);
  const { condition, retry } = useMediaRecovery(audio, src, renewPass);
  usePlaybackReports(audio, listener);
  useMediaSession(audio, title, date);
  useResume(audio, resumeAtPercent);

  const toggle = () => {
    if (audio === null) return;
    if (audio.paused) audio.play().catch(() => undefined);
    else audio.pause();
  };
  const isBusy = condition.status === "recovering" || (state.isPlaying && state.isWaiting);
  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/useMediaCaption: there is no transcript to caption with. */}
      <audio ref={setAudio} src={src} preload="metadata" />
      {condition.status === "failed" && <MediaFailure trouble={condition.trouble} onRetry={retry} />}
      <div className="flex items-center justify-center gap-6">
        <IconButton label={`Back ${SKIP_SECONDS} seconds`} onClick={() => audio && skip(audio, -SKIP_SECONDS)}>
          <SkipIcon icon={RotateCcw} />
        </IconButton>
        <button
          type="button"
          onClick={toggle}
          aria-label={state.isPlaying ? "Pause" : "Play"}
          className="bolt-fill grid size-20 place-items-center rounded-full text-night shadow-[0_12px_48px_-10px_rgb(255_150_20/0.75)] transition hover:brightness-110 active:scale-96"
        >
          {isBusy && <Spinner className="size-8" />}
          {!isBusy && state.isPlaying && <Pause aria-hidden="true" fill="currentColor" className="size-8" />}
          {!isBusy && !state.isPlaying && <Play aria-hidden="true" fill="currentColor" className="ml-1 size-8" />}
        </button>
        <IconButton label={`Forward ${SKIP_SECONDS} seconds`} onClick={() => audio && skip(audio, SKIP_SECONDS)}>
          <SkipIcon icon={RotateCw} />
        </IconButton>
      </div>
      <AudioProgress
        state={state}
        onSeek={(seconds) => {
          if (audio !== null) audio.currentTime = seconds;
        }}
      />
      <AudioSettings media={audio} state={state} />
    </div>
  );
}

/** Progress bar with the notch from which on the audio counts as completed. */
function AudioProgress({ state, onSeek }: { state: MediaState; onSeek: (seconds: number) => void }) {
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
          disabled={duration === 0}
          aria-valuetext={spokenPosition(position, duration)}
          onChange={onSeek}
          onKeyDown={onKeyDown}
          className="block"
        />
        <span
          aria-hidden="true"
          style={{ left: `${COMPLETION_THRESHOLD}%` }}
          className="pointer-events-none absolute top-1/2 h-3.5 w-0.5 -translate-y-1/2 rounded bg-muted"
        />
      </div>
      <div className="flex justify-between text-sm text-muted tabular-nums">
        <span>{formatMediaTime(position)}</span>
        <span className="text-xs">counts from {COMPLETION_THRESHOLD} %</span>
        <span>{formatMediaTime(duration)}</span>
      </div>
    </div>
  );
}

/** Takes up a medium where the member left it, once, before anything was played. */
function useResume(media: HTMLMediaElement | null, percent: number | null): void {
  useEffect(() => {
    if (media === null || percent === null || percent < WORTH_RESUMING_PERCENT) return;
    const seek = () => {
      if (media.currentTime === 0 && media.paused) media.currentTime = (media.duration * percent) / 100;
    };
    if (media.readyState >= media.HAVE_METADATA) {
      seek();
      return;
    }
    media.addEventListener("loadedmetadata", seek, { once: true });
    return () => media.removeEventListener("loadedmetadata", seek);
  }, [media, percent]);
}
