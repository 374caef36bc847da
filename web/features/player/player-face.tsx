import { clsx } from "clsx";
import { type LucideIcon, RotateCcw, RotateCw } from "lucide-react";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { IconButton } from "../../ui/button.tsx";
import { Range } from "../../ui/range.tsx";
import { formatLength, formatPosition, SKIP_SECONDS, spokenPosition } from "./media-time.ts";
import { PlayIcon, SkipIcon, TimeLeft } from "./play-icon.tsx";
import type { MediaState } from "./use-media-state.ts";

const KEY_STEPS: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

type PlayerFaceProps = {
  state: Pick<MediaState, "isPlaying" | "position" | "duration"> & Partial<Pick<MediaState, "hasEnded">>;
  isBusy: boolean;
  canSkip: boolean;
  isSeekable: boolean;
  button?: Ref<HTMLButtonElement>;
  /** Without the mark where a session counts as done. */
  isDone?: boolean;
  onToggle: () => void;
  onSkip: (seconds: number) => void;
  onSeek: (seconds: number) => void;
  /** A message about the position. It replaces the default line, so that the layout doesn't shift. */
  children?: ReactNode;
};

/** The look of the player, for sessions and for the picture of a phone on the landing page. */
export function PlayerFace(props: PlayerFaceProps) {
  const { state, isBusy, canSkip, button, isDone = false, onToggle, onSkip, ...progress } = props;
  const { isPlaying, hasEnded = false, position, duration } = state;
  const name = hasEnded ? "Play again" : isPlaying ? "Pause" : "Play";
  return (
    <>
      <div className="flex items-center justify-center gap-3 md:gap-6">
        <SkipButton name="Back" icon={RotateCcw} disabled={!canSkip} onClick={() => onSkip(-SKIP_SECONDS)} />
        <button
          ref={button}
          type="button"
          onClick={onToggle}
          aria-label={name}
          data-tooltip={hasEnded ? null : ""}
          className={clsx(
            "flex min-h-18 min-w-0 flex-1 items-center justify-center gap-2 rounded-full px-2 transition active:scale-98 sm:max-w-72",
            hasEnded
              ? "border border-control bg-raised"
              : "bolt-fill forced-colors:border text-night shadow-[0_12px_48px_-10px_rgb(255_150_20/75%)] hover:brightness-110",
          )}
        >
          {hasEnded ? (
            <span className="text-lg leading-tight font-extrabold wide short:text-base">{name}</span>
          ) : (
            <>
              <PlayIcon isPlaying={isPlaying} isBusy={isBusy} className="size-8" />
              <TimeLeft seconds={Math.round(duration) - Math.floor(position)} isKnown={duration > 0} />
            </>
          )}
        </button>
        <SkipButton name="Forward" icon={RotateCw} disabled={!canSkip} onClick={() => onSkip(SKIP_SECONDS)} />
      </div>
      <AudioProgress isDone={isDone} duration={duration} position={hasEnded ? duration : position} {...progress} />
    </>
  );
}

type SkipButtonProps = {
  name: string;
  icon: LucideIcon;
  disabled?: boolean;
  className?: string | undefined;
  onClick: () => void;
};

export function SkipButton({ name, icon, ...button }: SkipButtonProps) {
  return (
    <IconButton label={`${name} ${SKIP_SECONDS} seconds`} {...button}>
      <SkipIcon icon={icon} />
    </IconButton>
  );
}

type AudioProgressProps = Pick<PlayerFaceProps, "isSeekable" | "onSeek" | "children"> &
  Pick<MediaState, "position" | "duration"> & { isDone: boolean };

function AudioProgress({ isDone, position, duration, isSeekable, onSeek, children }: AudioProgressProps) {
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
        {!isDone && (
          <span
            aria-hidden="true"
            style={{ left: `${COMPLETION_THRESHOLD}%` }}
            className="pointer-events-none absolute top-1/2 h-3.5 -translate-y-1/2 border-muted border-l-2"
          />
        )}
      </div>
      <div className="flex min-h-5 items-center justify-between gap-x-2 text-sm text-muted tabular-nums">
        <span>{formatPosition(position, duration)}</span>
        <div className="-my-3 text-xs">{children || (!isDone && `done at ${COMPLETION_THRESHOLD}%`)}</div>
        <span>{formatLength(duration)}</span>
      </div>
    </div>
  );
}
