import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Check, CircleCheckBig, Flame, Zap } from "lucide-react";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import type { CompletionCardProps } from "./completion-card.tsx";
import { engagementQuery, streakQuery } from "./progress.query.ts";
import { useEndEpoch, useMarkComplete } from "./save-progress.mutation.ts";

// Where its code does not arrive a line says the same: loading the page anew would cut the sound.
const CompletionCard = lazy<ComponentType<CompletionCardProps>>(() =>
  import("./completion-card.tsx").then(
    (module) => ({ default: module.CompletionCard }),
    () => ({ default: PlainCompletion }),
  ),
);

const FIGURES_ARE_FRESH_MS = 60_000;

type ContentCompletionProps = {
  owner: ProgressOwner;
  progress: ProgressResponse;
  media: ItemMedia;
  backHref: string;
  /** When the next mail comes, in words. */
  nextMail: ReactNode;
  onPlayAgain: (() => void) | null;
  /** The item is as new on the server. */
  onUndone: () => void;
};

/** Mark as Complete; at the moment of completion what it did for the member; from then on a line that says so. */
export function ContentCompletion({ owner, progress, media, onUndone, ...card }: ContentCompletionProps) {
  const markComplete = useMarkComplete(owner);
  const undo = useEndEpoch(owner, "not-done");
  const showToast = useToast();
  const [wasComplete, setWasComplete] = useState(progress.totalWatched);
  // The save that completes answers the figures; watched from before, they are not asked for again.
  const isMoment = progress.totalWatched && !wasComplete;
  const engagement = useQuery({ ...engagementQuery, enabled: isMoment, staleTime: FIGURES_ARE_FRESH_MS });

  const fail = (title: string) => (error: Error) => {
    if (!hasErrorCode(error, "unauthorized")) showToast({ tone: "error", title, description: errorDetail(error) });
  };
  const markNotDone = () =>
    undo.mutate(undefined, {
      onSuccess: () => {
        setWasComplete(false);
        markComplete.reset();
        onUndone();
      },
      onError: fail("Not taken back"),
    });
  const undoButton = (
    <Button variant="ghost" size="sm" className="min-h-11" isBusy={undo.isPending} onClick={markNotDone}>
      Mark as not done
    </Button>
  );
  if (isMoment) {
    return (
      <Suspense fallback={<DoneLine takesFocus={markComplete.isSuccess} />}>
        <CompletionCard {...card} engagement={engagement.data} takesFocus={markComplete.isSuccess}>
          {undoButton}
        </CompletionCard>
      </Suspense>
    );
  }
  if (progress.totalWatched) {
    return (
      <div className="grid justify-items-center gap-1">
        <StreakLine />
        {undoButton}
      </div>
    );
  }
  return (
    <Button
      variant="secondary"
      size="lg"
      className="w-full"
      isBusy={markComplete.isPending}
      onClick={() => markComplete.mutate(media, { onError: fail("Not marked as complete") })}
    >
      {!markComplete.isPending && <CircleCheckBig aria-hidden="true" className="size-5" />}
      Mark as Complete
    </Button>
  );
}

function PlainCompletion({ takesFocus, children }: CompletionCardProps) {
  return (
    <div className="grid justify-items-center gap-1">
      <DoneLine takesFocus={takesFocus} />
      {children}
    </div>
  );
}

function StreakLine() {
  const streak = useQuery(streakQuery);
  return <DoneLine days={streak.data?.currentStreak} />;
}

/** The button goes away with its own success: the focus of whoever pressed it moves on to what it did. */
function DoneLine({ days = 0, takesFocus = false }: { days?: number; takesFocus?: boolean }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) line.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={line}
      role="status"
      tabIndex={-1}
      className="flex min-h-14 w-full items-center justify-center gap-3 rounded-xl border border-bolt/40 bg-bolt/8 px-5 text-center font-bold semi-wide"
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
