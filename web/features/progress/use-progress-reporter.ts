import { useEffect, useMemo } from "react";
import { hasErrorCode, isRefusal } from "../../lib/api-error.ts";
import { keepProgress } from "../../lib/pending-progress.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { useToast } from "../../ui/use-toast.ts";
import { createProgressReporter } from "./progress-reporter.ts";
import { type ProgressOwner, useSaveProgress } from "./save-progress.mutation.ts";

/** Listeners for an item's players; what they report is saved, retried and, on leaving, sent along. */
export function useProgressReporter({ memberId, id }: ProgressOwner): {
  audio: PlaybackListener;
  video: PlaybackListener;
} {
  const save = useSaveProgress({ memberId, id });
  const showToast = useToast();
  const { reporter, listeners } = useMemo(() => {
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
    return { reporter, listeners: { audio: reporter.listenerOf("audio"), video: reporter.listenerOf("video") } };
  }, [save, showToast, memberId, id]);

  useEffect(() => {
    window.addEventListener("pagehide", reporter.leave);
    window.addEventListener("online", reporter.resume);
    return () => {
      window.removeEventListener("pagehide", reporter.leave);
      window.removeEventListener("online", reporter.resume);
      reporter.leave();
    };
  }, [reporter]);
  return listeners;
}
