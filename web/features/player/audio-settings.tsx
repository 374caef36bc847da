import { Volume2, VolumeX } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { PlaybackButton, type PlaybackButtonProps } from "./playback-button.tsx";
import { canSetVolume, setVolume } from "./player-preferences.ts";
import type { MediaState } from "./use-media-state.ts";

type AudioSettingsProps = { media: HTMLMediaElement | null; state: MediaState } & Pick<PlaybackButtonProps, "onSpeed">;

export function AudioSettings({ media, state, onSpeed }: AudioSettingsProps) {
  const volume = state.isMuted ? 0 : state.volume;
  const Icon = volume === 0 ? VolumeX : Volume2;
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
      {/* Some devices control the volume only with their hardware buttons. */}
      {canSetVolume() && (
        <Range
          label="Volume"
          value={volume}
          max={1}
          step={0.1}
          aria-valuetext={`${Math.round(volume * 100)} percent`}
          onChange={(next) => media && setVolume(media, next)}
          className="min-w-0 max-w-[10rem] flex-1"
        />
      )}
      <PlaybackButton rate={state.rate} onSpeed={onSpeed} />
    </div>
  );
}
