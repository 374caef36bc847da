import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { useEndEpoch } from "./save-progress.mutation.ts";
import { useProgressReporter } from "./use-progress-reporter.ts";

type MarkNotDoneProps = {
  owner: ProgressOwner;
  /** Called when the server has reset the item. */
  onUndone: () => void;
};

export function MarkNotDone({ owner, onUndone }: MarkNotDoneProps) {
  const undo = useEndEpoch(owner, "not-done");
  const reporter = useProgressReporter(owner);
  const showToast = useToast();
  const onError = (error: Error) => {
    if (hasErrorCode(error, "unauthorized")) return;
    showToast({ tone: "error", title: "Not taken back", description: errorDetail(error) });
  };
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
      Mark as not done
    </Button>
  );
}
