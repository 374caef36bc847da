import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { type Doors, type Happening, NOTHING_HEARD, reduce, type Save } from "./playback-state.ts";
import type { Answer } from "./progress-report.ts";
import type { Medium } from "./resume-point.ts";

export type ReporterPorts = Pick<Doors, "onTrouble" | "onRecovered" | "keepPosition"> & {
  /** Resolves to the progress the server holds after the save. */
  save: (report: SaveProgressRequest, options: { keepalive: boolean }) => Promise<Answer>;
  /** False for a refusal that a retry can't change. */
  mayRetry: (error: unknown) => boolean;
  /** The epoch of the last response; undefined before the first. */
  epoch: () => number | undefined;
  /** Called with the failed report that waits for its next try; null if there is none. */
  onWaiting: (report: SaveProgressRequest | null) => void;
  keep: (report: SaveProgressRequest | null) => unknown;
};

type ProgressReporter = ReturnType<typeof createProgressReporter>;

/** Saves one playback of an item. One save runs at a time; later ones are merged, and each has a sequence number. */
export function createProgressReporter(ports: ReporterPorts) {
  let state = NOTHING_HEARD;
  let attempts: Promise<unknown> = Promise.resolve();
  const marks: PromiseWithResolvers<boolean>[] = [];

  const tell = (happening: Happening) => {
    const { effects, ...next } = reduce(state, happening, { now: Date.now(), epoch: ports.epoch() });
    state = { ...next, effects: [] };
    for (const effect of effects) effect(doors);
  };
  const doors: Doors = {
    ...ports,
    save: (save, keepalive) => {
      attempts = Promise.all([attempts, send(save, keepalive)]);
    },
    retryLater: (delayMs) => void setTimeout(() => tell({ kind: "retry" }), delayMs),
    keep: (report, isWaiting) => {
      ports.keep(report);
      ports.onWaiting(isWaiting ? report : null);
    },
    settle: (isComplete) => {
      for (const mark of marks.splice(0)) mark.resolve(isComplete);
    },
    reject: (error) => {
      for (const mark of marks.splice(0)) mark.reject(error);
    },
  };
  const send = async (save: Save, keepalive: boolean) => {
    try {
      tell({ kind: "saved", save, answer: await ports.save(save.report, { keepalive }) });
    } catch (error) {
      tell({ kind: "failed", save, error, mayRetry: ports.mayRetry(error) });
    }
  };

  return {
    listenerOf: (medium: Medium): PlaybackListener => ({
      playing: (position, duration) => tell({ kind: "playing", medium, position, duration }),
      paused: (position, duration) => tell({ kind: "paused", medium, position, duration }),
      ended: (duration) => tell({ kind: "ended", medium, position: duration, duration }),
    }),
    /** Resolves to whether the item is complete after the save: not if another device has ended the epoch (spec section 4). */
    complete: ({ hasAudio, hasVideo }: ItemMedia): Promise<boolean> => {
      const mark = Promise.withResolvers<boolean>();
      marks.push(mark);
      const completed = { ...(hasAudio && { audioCompleted: true }), ...(hasVideo && { videoCompleted: true }) };
      tell({ kind: "complete", report: { totalWatched: true, ...completed } });
      return mark.promise;
    },
    /** Sends unsaved reports in a request that outlives the page; resolves once no request is in flight. */
    leave: async () => {
      tell({ kind: "leave" });
      await attempts;
    },
    resume: () => tell({ kind: "retry" }),
    /** Forgets the playback after "start over", which keeps completions, or "not done", which removes them. */
    restart: (way: "start-over" | "not-done") => tell({ kind: "restart", way }),
  };
}

/** Sends unsaved reports before the page goes away, and again once there is a connection. @returns a function that stops it */
export function watchLeaving({ leave, resume }: Pick<ProgressReporter, "leave" | "resume">): () => void {
  const stopListening = listen(window, { pagehide: leave, online: resume });
  const stopWatching = listen(document, { visibilitychange: () => document.visibilityState === "hidden" && leave() });
  return () => {
    stopListening();
    stopWatching();
  };
}
