import { CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { SaveState } from "./autosave.ts";

/** `isBlocked`: a field holds something that cannot be saved as it is. */
type SaveStatusProps = { state: SaveState; isBlocked: boolean; onRetry: () => void; onDiscard: () => void };

export function SaveStatus({ state, isBlocked, onRetry, onDiscard }: SaveStatusProps) {
  const { error } = state;
  const phase = isBlocked && (state.phase === "idle" || state.phase === "saved") ? "blocked" : state.phase;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p role="status" className="flex min-w-0 items-center gap-2 text-muted text-sm">
        {phase === "saving" && <Spinner className="size-4 text-bolt" />}
        {phase === "saved" && <CircleCheck aria-hidden="true" className="size-4 text-good" />}
        {phase === "failed" && <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />}
        {phase === "idle" && "All changes are saved"}
        {phase === "blocked" && "The marked field is not saved"}
        {phase === "unsaved" && "Not saved yet"}
        {phase === "saving" && "Saving…"}
        {phase === "saved" && "Saved"}
        {phase === "failed" && (
          <span className="min-w-0 break-words text-bad">
            Not saved: {error instanceof Error ? error.message : String(error)}
          </span>
        )}
      </p>
      {phase === "failed" && (
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}
