import { type LucideIcon, Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { AudioProgress } from "./audio-progress.tsx";
import { AudioSettings } from "./audio-settings.tsx";
import { MediaFailure } from "./media-failure.tsx";
import { readPreferences } from "./player-preferences.ts";
import { useMediaRecovery } from "./use-media-recovery.ts";
import { SKIP_SECONDS, skip, useMediaSession } from "./use-media-session.ts";
import { useMediaState } from "./use-media-state.ts";
import { usePlaybackReports } from "./use-playback-reports.ts";
import { useResume } from "./use-resume.ts";

type AudioPlayerProps = {
  filename: string;
  title: string;
  date: string;
  resumeAtPercent: number | null;
  listener: PlaybackListener | null;
  renewPass: () => Promise<void>;
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

  useEffect(() => {
    if (audio === null) return;
    const { volume, speed } = readPreferences();
    audio.volume = volume;
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
  }, [audio]);

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
