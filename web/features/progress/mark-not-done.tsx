import type { ProgressOwner } from "../../lib/pending-progress.ts";
import { Button } from "../../ui/button.tsx";
import { useEndEpoch, useRefusalToast } from "./save-progress.mutation.ts";
import { useProgressReporter } from "./use-progress-reporter.ts";

/** `onUndone` is called when the server has reset the item. */
export function MarkNotDone({ owner, onUndone }: { owner: ProgressOwner; onUndone: () => void }) {
  const undo = useEndEpoch(owner, "not-done");
  const reporter = useProgressReporter(owner);
  const onError = useRefusalToast("We couldn't undo it");
  const onSuccess = () => {
    // Drop what isn't saved yet.
    reporter.restart("not-done");
    onUndone();
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="min-h-11"
      isBusy={undo.isPending}
      onClick={() => undo.mutate(undefined, { onSuccess, onError })}
    >
      Mark as not complete
    </Button>
  );
}
