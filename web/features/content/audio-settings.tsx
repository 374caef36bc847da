import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useId } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import type { MediaState } from "./use-media-state.ts";

// Volume and speed outlive the page; everything else about playback does not.
const STORAGE_KEYS = { volume: "player_volume", speed: "player_speed" } as const;
const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

function readPreference(name: keyof typeof STORAGE_KEYS): number {
  try {
    return Number.parseFloat(localStorage.getItem(STORAGE_KEYS[name]) ?? "");
  } catch {
    return Number.NaN;
  }
}

function rememberPreference(name: keyof typeof STORAGE_KEYS, value: number): void {
  try {
    localStorage.setItem(STORAGE_KEYS[name], String(value));
  } catch {
    // A browser that blocks site data forgets it with the page.
  }
}

/** Mute, volume and speed; the last two are remembered. */
export function AudioSettings({ media, state }: { media: HTMLMediaElement | null; state: MediaState }) {
  const speedId = useId();
  useEffect(() => {
    if (media === null) return;
    const volume = readPreference("volume");
    if (volume >= 0 && volume <= 1) media.volume = volume;
    const speed = SPEEDS.find((known) => known === readPreference("speed")) ?? 1;
    media.defaultPlaybackRate = speed;
    media.playbackRate = speed;
  }, [media]);
  const setVolume = (volume: number) => {
    if (media === null) return;
    media.volume = volume;
    media.muted = false;
    rememberPreference("volume", volume);
  };
  const setSpeed = (speed: number) => {
    if (media === null) return;
    // A reload of the source goes back to the default rate.
    media.defaultPlaybackRate = speed;
    media.playbackRate = speed;
    rememberPreference("speed", speed);
  };
  const Icon = state.isMuted || state.volume === 0 ? VolumeX : Volume2;
  return (
    <div className="flex items-center gap-3">
      <IconButton
        label={state.isMuted ? "Unmute" : "Mute"}
        className="!size-11"
        onClick={() => {
          if (media !== null) media.muted = !media.muted;
        }}
      >
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
      <Range
        label="Volume"
        value={state.isMuted ? 0 : state.volume}
        max={1}
        step={0.1}
        aria-valuetext={`${Math.round((state.isMuted ? 0 : state.volume) * 100)} percent`}
        onChange={setVolume}
        className="max-w-40 flex-1"
      />
      <label htmlFor={speedId} className="sr-only">
        Playback speed
      </label>
      <select
        id={speedId}
        value={state.rate}
        onChange={(event) => setSpeed(Number(event.target.value))}
        className="ml-auto min-h-11 rounded-full border border-line bg-raised px-3.5 text-sm font-bold tabular-nums"
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
    </div>
  );
}
