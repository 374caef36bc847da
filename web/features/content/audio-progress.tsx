import type { KeyboardEvent } from "react";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { Range } from "../../ui/range.tsx";
import { formatMediaTime, spokenPosition } from "./media-time.ts";
import type { MediaState } from "./use-media-state.ts";

const KEY_STEPS: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

type AudioProgressProps = { state: MediaState; onSeek: (seconds: number) => void };

/** Progress bar with the notch from which on the session counts as listened to. */
export function AudioProgress({ state, onSeek }: AudioProgressProps) {
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
