import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { useEffect, useMemo } from "react";
import { ApiError, hasErrorCode, isRefusal } from "../../lib/api-error.ts";
import { sessionNumber } from "../../lib/auth-token.ts";
import { keepProgress, type ProgressOwner } from "../../lib/pending-progress.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { beforeSignOut } from "../../lib/sign-out.ts";
import { useToast } from "../../ui/use-toast.ts";
import { waitingReportsAtom } from "./completion.atoms.ts";
import { progressQuery } from "./progress.query.ts";
import { createProgressReporter, type ReporterPorts, watchLeaving } from "./progress-reporter.ts";
import { storedEpochOf, storedPosition } from "./resume-point.ts";
import { SessionOverError, useSaveProgress } from "./save-progress.mutation.ts";

type ItemReporter = Pick<ReturnType<typeof createProgressReporter>, "complete" | "restart"> & {
  audio: PlaybackListener;
  video: PlaybackListener;
};
type Shared = { reporter: ItemReporter; enter: () => () => void };

// The app player's audio and the page's video are one playback if they belong to the same item.
const sharedByItem = new WeakMap<QueryClient, Map<string, Shared>>();

/** Listeners for an item's players. Their reports are saved and retried; the last one to unmount sends the rest. */
export function useProgressReporter({ memberId, id }: ProgressOwner): ItemReporter {
  const save = useSaveProgress({ memberId, id });
  const showToast = useToast();
  const setWaiting = useSetAtom(waitingReportsAtom);
  const queryClient = useQueryClient();
  const shared = useMemo(() => {
    const byItem = sharedByItem.get(queryClient) ?? new Map<string, Shared>();
    sharedByItem.set(queryClient, byItem);
    const key = `${sessionNumber()} ${memberId} ${id}`;
    const known = byItem.get(key);
    if (known) return known;
    const owner = { memberId, id };
    const session = sessionNumber();
    const isTheirs = () => sessionNumber() === session;
    const slot = crypto.randomUUID();
    // If the server hasn't answered, playback resumes at this browser's position, which belongs to that epoch.
    const storedEpoch = storedEpochOf(owner);
    const epoch = () => queryClient.getQueryData(progressQuery(id).queryKey)?.epoch ?? storedEpoch;
    const created = share(byItem, key, {
      save,
      mayRetry: (error) => !isRefusal(error) && !(error instanceof SessionOverError),
      epoch,
      onTrouble: (error, willRetry) => {
        // The save has already reported "unauthorized", and after a logout there is no one left to tell.
        if (hasErrorCode(error, "unauthorized") || error instanceof SessionOverError) return;
        showToast({
          tone: "error",
          title: willRetry ? "Progress saved on this device" : "Progress not saved",
          description: willRetry
            ? `We'll save it to your account ${error instanceof ApiError ? "soon" : "when you're back online"}.`
            : "Reload the page and log in again if asked.",
        });
      },
      onRecovered: () => showToast({ tone: "success", title: "Progress saved" }),
      onWaiting: (report) => setWaiting((others) => ({ ...others, [id]: isTheirs() ? report : null })),
      keep: (report) => isTheirs() && keepProgress(owner, report, slot),
      keepPosition: (medium, seconds) =>
        isTheirs() &&
        storedPosition(owner, medium).write({ seconds, at: new Date().toISOString(), epoch: epoch() ?? 0 }),
    });
    byItem.set(key, created);
    return created;
  }, [queryClient, save, showToast, setWaiting, memberId, id]);
  const { reporter, enter } = shared;
  useEffect(enter, [enter]);
  return reporter;
}

/** Shares one reporter among everything that reports on an item; it lives from the first mount to the last unmount. */
function share(byItem: Map<string, Shared>, key: string, ports: ReporterPorts): Shared {
  const { listenerOf, leave, resume, restart, complete } = createProgressReporter(ports);
  let users = 0;
  let stopWatching = () => {};
  const shared: Shared = {
    reporter: { audio: listenerOf("audio"), video: listenerOf("video"), restart, complete },
    enter: () => {
      users += 1;
      if (users === 1) {
        byItem.set(key, shared);
        const stopLeaving = watchLeaving({ leave, resume });
        const forgetSignOut = beforeSignOut(leave);
        stopWatching = () => {
          stopLeaving();
          forgetSignOut();
        };
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        byItem.delete(key);
        stopWatching();
      };
    },
  };
  return shared;
}
