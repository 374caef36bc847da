import { CircleCheck, TriangleAlert } from "lucide-react";
import { errorDetail } from "../../lib/api-error.ts";
import { Spinner } from "../../ui/button.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import type { SaveState } from "./autosave.ts";

/** `onHold` names a field whose value can't be saved as it is. */
type SaveStatusProps = { save: SaveState; onHold: string | false; onRetry: () => void; onDiscard: () => void };

/** Shows the save state inline, because a toast at every pause in typing would get in the way. */
export function SaveStatus({ save, onHold, onRetry, onDiscard }: SaveStatusProps) {
  const phase = onHold && (save.phase === "idle" || save.phase === "saved") ? "on-hold" : save.phase;
  return (
    <div className="save-status flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="flex min-w-0 items-center gap-2 text-muted text-sm">
        {phase === "saving" && <Spinner className="size-4 text-bolt" />}
        {phase === "saved" && <CircleCheck aria-hidden="true" className="size-4 text-good" />}
        {phase === "failed" && <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />}
        {phase === "idle" && "All changes saved"}
        {phase === "on-hold" && onHold}
        {phase === "unsaved" && "Not saved yet"}
        {phase === "saving" && "Saving..."}
        {phase === "saved" && "Saved"}
        {phase === "failed" && (
          <span className="wrap-anywhere min-w-0 text-bad">Couldn't save: {errorDetail(save.error)}</span>
        )}
      </p>
      {phase === "failed" && (
        <div className="flex gap-2">
          <SmallButton variant="ghost" onClick={onDiscard}>
            Discard changes
          </SmallButton>
          <SmallButton onClick={onRetry}>Try again</SmallButton>
        </div>
      )}
    </div>
  );
}
