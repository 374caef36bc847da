import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Check, CircleCheckBig, Flame, Zap } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { streakQuery } from "./progress.query.ts";
import { type ProgressOwner, useMarkComplete } from "./save-progress.mutation.ts";

type ContentCompletionProps = { owner: ProgressOwner; progress: ProgressResponse; media: ItemMedia };

/** Mark as Complete, or once complete what it did for the streak. */
export function ContentCompletion({ owner, progress, media }: ContentCompletionProps) {
  const markComplete = useMarkComplete(owner);
  const showToast = useToast();
  // The button goes away with its own success: the focus of whoever pressed it moves on to what it did.
  if (progress.totalWatched) return <StreakLine takesFocus={markComplete.isSuccess} />;
  const mark = () =>
    markComplete.mutate(media, {
      onError: (error) => {
        if (hasErrorCode(error, "unauthorized")) return;
        showToast({ tone: "error", title: "Not marked as complete", description: errorDetail(error) });
      },
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
  const streak = useQuery(streakQuery);
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

export function ProgressBadges({ progress }: { progress: ProgressResponse }) {
  return (
    <>
      {progress.audioCompleted && (
        <Badge tone="green">
          <Check aria-hidden="true" />
          Audio Completed
        </Badge>
      )}
      {progress.videoCompleted && (
        <Badge tone="green">
          <Check aria-hidden="true" />
          Video Completed
        </Badge>
      )}
      {progress.totalWatched && (
        <Badge tone="yellow">
          <Zap aria-hidden="true" fill="currentColor" />
          Session Complete!
        </Badge>
      )}
    </>
  );
}

/** The item plays on without its progress; only badges and completion are missing. */
export function ProgressTrouble({ query }: { query: UseQueryResult<unknown> }) {
  return (
    <Alert>
      Failed to fetch progress.{" "}
      <button
        type="button"
        className="min-h-8 font-bold text-bolt underline underline-offset-4"
        onClick={() => query.refetch()}
      >
        Try again
      </button>
    </Alert>
  );
}
