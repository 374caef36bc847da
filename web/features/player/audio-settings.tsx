import { useAtomValue } from "jotai";
import { MoonStar, Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { useLazyPart } from "../../ui/use-lazy-part.ts";
import { sleepAtom } from "./player.atoms.ts";
import { canSetVolume, setVolume } from "./player-preferences.ts";
import type { MediaState } from "./use-media-state.ts";

type AudioSettingsProps = {
  media: HTMLMediaElement | null;
  state: MediaState;
  /** Told of the speed that the member has chosen, which goes with them to their other devices. */
  onSpeed?: (speed: number) => void;
};

/** Mute and volume, and the way to speed, sleep timer and keys. */
export function AudioSettings({ media, state, onSpeed }: AudioSettingsProps) {
  const sleep = useAtomValue(sleepAtom);
  const [isOpen, setIsOpen] = useState(false);
  const { part, isLoading, load } = useLazyPart(() => import("./playback-sheet.tsx"));
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
      {/* Some devices leave the volume to their own buttons. */}
      {canSetVolume() && (
        <Range
          label="Volume"
          value={state.isMuted ? 0 : state.volume}
          max={1}
          step={0.1}
          aria-valuetext={`${Math.round((state.isMuted ? 0 : state.volume) * 100)} percent`}
          onChange={(volume) => media && setVolume(media, volume)}
          className="min-w-0 max-w-40 flex-1"
        />
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          load();
          setIsOpen(true);
        }}
        className="ml-auto inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised px-4 text-sm font-bold tabular-nums hover:border-bolt hover:text-bolt"
      >
        {isLoading && <Spinner className="size-4" />}
        {state.rate}×<span className="sr-only">: speed, sleep timer and keys</span>
        {sleep && <MoonStar role="img" aria-label="Sleep timer is set" className="size-4 text-bolt" />}
      </button>
      {part && (
        <part.PlaybackSheet
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          media={media}
          rate={state.rate}
          onSpeed={onSpeed}
        />
      )}
    </div>
  );
}
