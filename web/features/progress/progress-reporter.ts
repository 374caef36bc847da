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

type Played = ReturnType<typeof nothingPlayed>;

function nothingPlayed(position: number) {
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
  const playedOf: Partial<Record<Medium, Played>> = {};

  const stop = (medium: Medium, position: number, duration: number) => {
    const report = reportOf(medium, position, duration);
    const lastSent = JSON.stringify(report);
    const isSent = playedOf[medium]?.lastSent === lastSent;
    playedOf[medium] = {
      ...nothingPlayed(position),
      ...playedOf[medium],
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
    const before = playedOf[medium] ?? nothingPlayed(position);
    const isCompleted = before.isCompleted || (unsent.audioCompleted ?? unsent.videoCompleted) === true;
    const played = { ...before, unsent, isCompleted };
    playedOf[medium] = played;
    const completesNow = isCompleted && !before.isCompleted;
    const isFar = Math.abs(position - played.savedPosition) >= SAVE_EVERY_SECONDS;
    if (completesNow || isFar) return stop(medium, position, duration);
    if (now - played.storedAt < KEEP_LOCALLY_EVERY_MS) return;
    played.storedAt = now;
    keepPosition(medium, position);
  };

  return {
    listenerOf: (medium: Medium): PlaybackListener => ({
      playing: (position, duration) => play(medium, position, duration),
      paused: (position, duration) => stop(medium, position, duration),
      ended: (duration) => {
        playedOf[medium] = { ...nothingPlayed(duration), ...playedOf[medium], isCompleted: true };
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
      for (const played of Object.values(playedOf)) {
        if (played.unsent) queue.add(played.unsent);
        played.unsent = null;
      }
      return queue.leave();
    },
    resume: () => queue.resume(),
    /** Forgets the playback after "start over", which keeps completions, or "not done", which removes them. */
    restart: (way: "start-over" | "not-done") => {
      delete playedOf.audio;
      delete playedOf.video;
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
