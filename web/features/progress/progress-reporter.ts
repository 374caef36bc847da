import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { reportOf } from "./progress-report.ts";
import type { Medium } from "./resume-point.ts";
import { type SavePorts, SaveQueue } from "./save-queue.ts";

/** How far, in seconds, the stored position may be from the one that plays: what another device loses after a crash. */
const SAVE_EVERY_SECONDS = 120;
/** What this device loses then. */
const KEEP_LOCALLY_EVERY_MS = 5_000;

export type ReporterPorts = SavePorts & { keepPosition: (medium: Medium, seconds: number) => unknown };

type Heard = ReturnType<typeof nothingHeard>;

function nothingHeard(position: number) {
  return {
    savedPosition: position,
    storedAt: Date.now(),
    lastSent: "",
    isCompleted: false,
    unsent: null as SaveProgressRequest | null,
  };
}

/** Saves one playback of an item. */
export function createProgressReporter({ keepPosition, ...ports }: ReporterPorts) {
  const queue = new SaveQueue(ports);
  const heardOf: Partial<Record<Medium, Heard>> = {};

  const stop = (medium: Medium, position: number, duration: number) => {
    const report = reportOf(medium, position, duration);
    const lastSent = JSON.stringify(report);
    const isSent = heardOf[medium]?.lastSent === lastSent;
    heardOf[medium] = {
      ...nothingHeard(position),
      ...heardOf[medium],
      unsent: null,
      savedPosition: position,
      lastSent,
    };
    keepPosition(medium, position);
    if (isSent) return;
    queue.add(report);
    queue.send();
  };
  const play = (medium: Medium, position: number, duration: number) => {
    const now = Date.now();
    const unsent = reportOf(medium, position, duration);
    const before = heardOf[medium] ?? nothingHeard(position);
    const isCompleted = before.isCompleted || (unsent.audioCompleted ?? unsent.videoCompleted) === true;
    const heard = { ...before, unsent, isCompleted };
    heardOf[medium] = heard;
    const completesNow = isCompleted && !before.isCompleted;
    const isFar = Math.abs(position - heard.savedPosition) >= SAVE_EVERY_SECONDS;
    if (completesNow || isFar) return stop(medium, position, duration);
    if (now - heard.storedAt < KEEP_LOCALLY_EVERY_MS) return;
    heard.storedAt = now;
    keepPosition(medium, position);
  };

  return {
    listenerOf: (medium: Medium): PlaybackListener => ({
      playing: (position, duration) => play(medium, position, duration),
      paused: (position, duration) => stop(medium, position, duration),
      ended: (duration) => {
        heardOf[medium] = { ...nothingHeard(duration), ...heardOf[medium], isCompleted: true };
        stop(medium, duration, duration);
      },
    }),
    /** Resolves to whether the item is complete after the save: not if another device has ended the epoch (spec section 4). */
    complete: ({ hasAudio, hasVideo }: ItemMedia): Promise<boolean> => {
      const completed = { ...(hasAudio && { audioCompleted: true }), ...(hasVideo && { videoCompleted: true }) };
      const marked = queue.marked();
      queue.add({ totalWatched: true, ...completed });
      queue.send();
      return marked;
    },
    /** Sends unsaved reports in a request that outlives the page; resolves once no request is in flight. */
    leave: () => {
      for (const heard of Object.values(heardOf)) {
        if (heard.unsent) queue.add(heard.unsent);
        heard.unsent = null;
      }
      return queue.leave();
    },
    resume: () => queue.resume(),
    /** Forgets the playback after "start over", which keeps completions, or "not done", which removes them. */
    restart: (way: "start-over" | "not-done") => {
      delete heardOf.audio;
      delete heardOf.video;
      queue.restart(way);
    },
  };
}

/** Sends unsaved reports before the page goes away, and again once there is a connection. @returns a function that stops this and sends what is left */
export function watchLeaving({ leave, resume }: Pick<ReturnType<typeof createProgressReporter>, "leave" | "resume">) {
  const stopListening = listen(window, { pagehide: leave, online: resume });
  const stopWatching = listen(document, { visibilitychange: () => document.visibilityState === "hidden" && leave() });
  return () => {
    stopListening();
    stopWatching();
    void leave();
  };
}
