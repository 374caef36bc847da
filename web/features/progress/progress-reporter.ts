import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { type Doors, type Happening, NOTHING_HEARD, reduce, type Save } from "./playback-state.ts";
import type { Answer } from "./progress-report.ts";
import type { Medium } from "./resume-point.ts";

export type ReporterPorts = Pick<Doors, "onTrouble" | "onRecovered" | "keepPosition"> & {
  /** Answers what the server holds from then on. */
  save: (report: SaveProgressRequest, options: { keepalive: boolean }) => Promise<Answer>;
  /** False for a refusal that another try cannot change. */
  mayRetry: (error: unknown) => boolean;
  later: (run: () => void, delayMs: number) => void;
  now: () => number;
  /** As last answered; undefined before the first answer. */
  epoch: () => number | undefined;
  /** Told of what could not be saved and waits for its next try; null when nothing does. */
  onWaiting: (report: SaveProgressRequest | null) => void;
  keep: (report: SaveProgressRequest | null) => unknown;
};

type ProgressReporter = ReturnType<typeof createProgressReporter>;

/** Saves one playback of an item: one save at a time, later ones merged, each with its place in the order. */
export function createProgressReporter(ports: ReporterPorts) {
  let state = NOTHING_HEARD;
  let attempts: Promise<unknown> = Promise.resolve();
  const marks: PromiseWithResolvers<boolean>[] = [];

  const tell = (happening: Happening) => {
    const { effects, ...next } = reduce(state, happening, { now: ports.now(), epoch: ports.epoch() });
    state = { ...next, effects: [] };
    for (const effect of effects) effect(doors);
  };
  const doors: Doors = {
    ...ports,
    save: (save, keepalive) => {
      attempts = Promise.all([attempts, send(save, keepalive)]);
    },
    retryLater: (delayMs) => ports.later(() => tell({ kind: "retry" }), delayMs),
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
    /**
     * Marks the item and every medium it has as complete (spec section 4); kept and tried again like every save.
     * @returns whether it is complete once it is saved: not if another device has ended the epoch meanwhile.
     */
    complete: ({ hasAudio, hasVideo }: ItemMedia): Promise<boolean> => {
      const mark = Promise.withResolvers<boolean>();
      marks.push(mark);
      const completed = { ...(hasAudio && { audioCompleted: true }), ...(hasVideo && { videoCompleted: true }) };
      tell({ kind: "complete", report: { totalWatched: true, ...completed } });
      return mark.promise;
    },
    /** Sends what is not sent yet in a request that survives the page; comes back when nothing is under way any more. */
    leave: async () => {
      tell({ kind: "leave" });
      await attempts;
    },
    resume: () => tell({ kind: "retry" }),
    /** Forgets the playback: the member started over, which leaves what is completed, or took the completion back. */
    restart: (way: "start-over" | "not-done") => tell({ kind: "restart", way }),
  };
}

/** Has what is not saved sent before the page goes, and again once there is a connection; until the answer is called. */
export function watchLeaving({ leave, resume }: Pick<ProgressReporter, "leave" | "resume">): () => void {
  const stopListening = listen(window, { pagehide: leave, online: resume });
  const stopWatching = listen(document, { visibilitychange: () => document.visibilityState === "hidden" && leave() });
  return () => {
    stopListening();
    stopWatching();
  };
}
