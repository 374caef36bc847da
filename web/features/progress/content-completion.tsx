import { CircleCheckBig, Flame } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { useMarkComplete } from "./mark-complete.mutation.ts";
import { useStreak } from "./streak.query.ts";

type SessionCompletionProps = { id: string; progress: ProgressResponse; media: ItemMedia };

/** Mark as Complete, or once complete what it did for the streak. */
export function SessionCompletion({ id, progress, media }: SessionCompletionProps) {
  const markComplete = useMarkComplete(id);
  const showToast = useToast();
  // The button goes away with its own success: the focus of whoever pressed it moves on to what it did.
  if (progress.totalWatched) return <StreakLine takesFocus={markComplete.isSuccess} />;
  const mark = () =>
    markComplete.mutate(media, {
      onError: (error) =>
        showToast({ tone: "error", title: "Not marked as complete", description: errorDetail(error) }),
    });
  return (
    <Button variant="secondary" size="lg" className="w-full" isBusy={markComplete.isPending} onClick={mark}>
      {!markComplete.isPending && <CircleCheckBig aria-hidden="true" className="size-5" />}
      Mark as Complete
    </Button>
  );
}

function StreakLine({ takesFocus }: { takesFocus: boolean }) {
  const line = useRef<HTMLDivElement>(null);
  const streak = useStreak();
  useEffect(() => {
    if (takesFocus) line.current?.focus();
  }, [takesFocus]);
  const days = streak.data?.currentStreak ?? 0;
  return (
    <div
      ref={line}
      role="status"
      tabIndex={-1}
      className="flex min-h-14 items-center justify-center gap-3 rounded-xl border border-bolt/40 bg-bolt/8 px-5 text-center font-bold semi-wide"
    >
      <Flame aria-hidden="true" className="size-5 text-bolt" />
      {days > 1 ? `Done. ${days} days in a row.` : "Done. This session is yours."}
    </div>
  );
}
