import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { hasErrorCode, isRefusal } from "../../lib/api-error.ts";
import { keepProgress } from "../../lib/pending-progress.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { useToast } from "../../ui/use-toast.ts";
import { createProgressReporter } from "./progress-reporter.ts";
import { type ProgressOwner, useSaveProgress } from "./save-progress.mutation.ts";

type Listeners = { audio: PlaybackListener; video: PlaybackListener };
type Shared = { listeners: Listeners; enter: () => () => void };

// The audio of the app's player and the video of a page are one playback where they are of one item.
const sharedByItem = new WeakMap<QueryClient, Map<string, Shared>>();

/** Listeners for an item's players; what they report is saved, retried and, when the last of them leaves, sent along. */
export function useProgressReporter({ memberId, id }: ProgressOwner): Listeners {
  const save = useSaveProgress({ memberId, id });
  const showToast = useToast();
  const queryClient = useQueryClient();
  const shared = useMemo(() => {
    const byItem = sharedByItem.get(queryClient) ?? new Map<string, Shared>();
    sharedByItem.set(queryClient, byItem);
    const key = `${memberId} ${id}`;
    const create = (): Shared => {
      const reporter = createProgressReporter({
        save,
        mayRetry: (error) => !isRefusal(error),
        later: (run, delayMs) => void setTimeout(run, delayMs),
        onTrouble: (error, willRetry) => {
          // The save itself has told of this one, and the login follows.
          if (hasErrorCode(error, "unauthorized")) return;
          showToast({
            tone: "error",
            title: "Progress not saved",
            description: willRetry
              ? "Keep listening. We go on trying as long as this page is open."
              : "Please reload the page and, if asked, log in again.",
          });
        },
        onRecovered: () => showToast({ tone: "success", title: "Progress saved" }),
        keep: (report) => keepProgress(memberId, id, report),
      });
      let users = 0;
      const created: Shared = {
        listeners: { audio: reporter.listenerOf("audio"), video: reporter.listenerOf("video") },
        enter: () => {
          users += 1;
          if (users === 1) {
            byItem.set(key, created);
            window.addEventListener("pagehide", reporter.leave);
            window.addEventListener("online", reporter.resume);
          }
          return () => {
            users -= 1;
            if (users > 0) return;
            byItem.delete(key);
            window.removeEventListener("pagehide", reporter.leave);
            window.removeEventListener("online", reporter.resume);
            reporter.leave();
          };
        },
      };
      return created;
    };
    const present = byItem.get(key) ?? create();
    byItem.set(key, present);
    return present;
  }, [queryClient, save, showToast, memberId, id]);
  const { listeners, enter } = shared;
  useEffect(enter, [enter]);
  return listeners;
}
