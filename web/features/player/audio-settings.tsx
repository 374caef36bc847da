import { Volume2, VolumeX } from "lucide-react";
import { useId } from "react";
import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";
import { IconButton } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { rememberPreference, setSpeed } from "./player-preferences.ts";
import type { MediaState } from "./use-media-state.ts";

/** Mute, volume and speed; the last two are remembered. */
export function AudioSettings({ media, state }: { media: HTMLMediaElement | null; state: MediaState }) {
  const speedId = useId();
  const setVolume = (volume: number) => {
    if (media === null) return;
    media.volume = volume;
    media.muted = false;
    rememberPreference("volume", volume);
  };
  const chooseSpeed = (speed: number) => {
    if (media === null) return;
    setSpeed(media, speed);
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
        onChange={(event) => chooseSpeed(Number(event.target.value))}
        className="ml-auto min-h-11 rounded-full border border-line bg-raised px-3.5 text-sm font-bold tabular-nums"
      >
        {PLAYBACK_SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
    </div>
  );
}
