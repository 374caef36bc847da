import { useEffect, useMemo, useState } from "react";
import type { SessionLink } from "#domain/contract/mail-responses.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail, isRefusal } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";
import { createProgressReporter, watchLeaving } from "./progress-reporter.ts";

const nothing = () => undefined;

/** When a failed save is retried. For a rate limit, the server's message says when. */
const retryText = (error: unknown) => errorDetail(error, "We'll try again when you're back online.");

/** Saves playback with the email's key. Nothing is stored in this browser, which may be anyone's. */
export function useReporterByMail({ member, date, key, item }: SessionLink) {
  const showToast = useToast();
  const [completion, setCompletion] = useState<{ days: number } | null>(null);
  const reporter = useMemo(() => {
    let epoch: number | undefined;
    const { listenerOf, leave, resume } = createProgressReporter({
      save: async ({ audioCompleted, videoCompleted, totalWatched, ...report }, { keepalive }) => {
        const json = { member, date, key, ...(item && { item }), report };
        const answer = await read(api["by-mail"].progress.$post({ json }, { init: { keepalive } }));
        epoch = answer.epoch;
        if (answer.totalWatched) setCompletion((known) => known ?? { days: answer.currentStreak ?? 0 });
        return answer;
      },
      mayRetry: (error) => !isRefusal(error),
      epoch: () => epoch,
      onTrouble: (error, willRetry) =>
        showToast({
          tone: "error",
          title: "Progress not saved",
          description: willRetry ? retryText(error) : "Log in to save it.",
        }),
      onRecovered: () => showToast({ tone: "success", title: "Progress saved" }),
      onWaiting: nothing,
      keep: nothing,
      keepPosition: nothing,
    });
    return { audio: listenerOf("audio"), video: listenerOf("video"), leave, resume };
  }, [showToast, member, date, key, item]);
  useEffect(() => watchLeaving(reporter), [reporter]);
  return { ...reporter, completion };
}
