import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { Check, CircleCheckBig, CloudOff, Flame, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { type ItemMedia, mergeProgress } from "#domain/rules/completion.ts";
import { lazyExtra } from "../../lib/lazy-extra.tsx";
import type { ProgressOwner } from "../../lib/pending-progress.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, TryAgain } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { useToast } from "../../ui/use-toast.ts";
import { enterItemAtom, waitingReportsAtom } from "./completion.atoms.ts";
import type { CompletionCardProps } from "./completion-card.tsx";
import { MarkNotDone } from "./mark-not-done.tsx";
import { engagementQuery } from "./progress.query.ts";
import { useRefusalToast } from "./save-progress.mutation.ts";
import { useProgressReporter } from "./use-progress-reporter.ts";

// If the card's code doesn't load, a line says the same; reloading the page would cut off the sound.
const CompletionCard = lazyExtra(
  () => import("./completion-card.tsx").then((module) => module.CompletionCard),
  ({ takesFocus, children }) => <Line takesFocus={takesFocus}>{children}</Line>,
);

type ContentCompletionProps = Pick<CompletionCardProps, "next" | "isWatching"> & {
  owner: ProgressOwner;
  progress: ProgressResponse;
  media: ItemMedia;
  onUndone: () => void;
};

/** Shows Mark as Complete, then the card at the moment of completion, and from then on only what comes next. */
export function ContentCompletion(props: ContentCompletionProps) {
  const { owner, progress, media, onUndone, ...card } = props;
  const { id } = owner;
  const reporter = useProgressReporter(owner);
  const waiting = useAtomValue(waitingReportsAtom)[id];
  const enterItem = useSetAtom(enterItemAtom);
  useEffect(() => enterItem(id), [enterItem, id]);
  const showToast = useToast();
  // Runs offline too: the report is kept and sent once there is a connection.
  const markComplete = useMutation({ mutationFn: () => reporter.complete(media) });
  const [wasComplete, setWasComplete] = useState(progress.totalWatched);
  // The save that completes the item returns the figures, so a mounted query doesn't fetch them again.
  const isMoment = progress.totalWatched && !wasComplete;
  const engagement = useQuery({ ...engagementQuery, enabled: isMoment, staleTime: MINUTE_MS });

  const onMarked = (isComplete: boolean) => {
    if (isComplete) return;
    showToast({
      tone: "info",
      title: "Not marked as complete",
      description: "Another device restarted this session or marked it as not complete. If it's done, mark it again.",
    });
  };
  const onRefused = useRefusalToast("Not marked as complete");
  const undo = (
    <MarkNotDone
      owner={owner}
      onUndone={() => {
        setWasComplete(false);
        markComplete.reset();
        onUndone();
      }}
    />
  );
  if (isMoment) {
    return (
      <CompletionCard
        {...card}
        hasAudio={media.hasAudio}
        engagement={engagement.data}
        takesFocus={markComplete.isSuccess}
      >
        {undo}
      </CompletionCard>
    );
  }
  // The badges say that it's complete.
  if (progress.totalWatched) {
    return (
      <div className="grid justify-items-start gap-3">
        {/* Reserves the space of what loads later. */}
        <div className="grid min-h-14 w-full content-center">{card.next}</div>
        <div className="-mx-3.5">{undo}</div>
      </div>
    );
  }
  if (waiting && mergeProgress(progress, waiting, media).totalWatched) {
    const words = "Done. It's saved on this device, and we'll sync it when you're back online.";
    return (
      <Line icon={CloudOff} words={words} takesFocus={markComplete.isPending}>
        {undo}
      </Line>
    );
  }
  return (
    <Button
      variant="secondary"
      size="lg"
      className="w-full"
      isBusy={markComplete.isPending}
      onClick={() => markComplete.mutate(undefined, { onSuccess: onMarked, onError: onRefused })}
    >
      {!markComplete.isPending && <CircleCheckBig className="size-5" />}
      Mark as Complete
    </Button>
  );
}

type LineProps = {
  icon?: LucideIcon;
  words?: string | undefined;
  takesFocus?: boolean | undefined;
  children?: ReactNode;
};

/** The pressed button disappears on success, so focus moves to this line. */
function Line({ icon: Icon = Flame, words = "Done.", takesFocus, children }: LineProps) {
  return (
    <div className="grid justify-items-center gap-1">
      <div
        ref={takesFocus ? focusOnArrival : null}
        role="status"
        tabIndex={-1}
        className="flex min-h-14 w-full items-center justify-center gap-3 rounded-xl border border-bolt/40 bg-bolt/8 px-5 py-2 text-center font-bold semi-wide"
      >
        <Icon className="size-5 shrink-0 text-bolt" />
        <span>{words}</span>
      </div>
      {children}
    </div>
  );
}

export function ProgressBadges({ progress }: { progress: ProgressResponse }) {
  const { totalWatched, audioCompleted, videoCompleted } = progress;
  const completed = [audioCompleted && "Audio Completed", videoCompleted && "Video Completed"];
  return (
    <>
      {totalWatched && (
        <Badge tone="yellow" icon={Check}>
          Session Complete!
        </Badge>
      )}
      {completed
        .filter((text) => text !== false)
        .map((text) => (
          <Badge key={text} tone={totalWatched ? "grey" : "green"} icon={totalWatched ? undefined : Check}>
            {text}
          </Badge>
        ))}
    </>
  );
}

/** The item plays without its progress; only the badges and the completion are missing. */
export function ProgressTrouble({ query }: { query: UseQueryResult<unknown> }) {
  return (
    <Alert>
      <p className="-my-2">
        Failed to fetch progress. <TryAgain query={query} />
      </p>
    </Alert>
  );
}
