import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { mergeReports } from "../../lib/pending-progress.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import type { Medium } from "./resume-point.ts";

const SAVE_EVERY_MS = 60_000;
const KEEP_LOCALLY_EVERY_MS = 5_000;
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
const FAILURES_BEFORE_TELLING = 3;

export type ReporterPorts = {
  /** Answers what the server knows of the playback from then on. */
  save: (report: SaveProgressRequest, options: { keepalive: boolean }) => Promise<{ playback: number; epoch: number }>;
  /** False for a refusal that another try cannot change. */
  mayRetry: (error: unknown) => boolean;
  later: (run: () => void, delayMs: number) => void;
  /** Epoch milliseconds. */
  now: () => number;
  /** As last answered; undefined before the first answer. */
  epoch: () => number | undefined;
  onTrouble: (error: unknown, willRetry: boolean) => void;
  onRecovered: () => void;
  /** Stores what is not saved yet in place of what was stored before; null when nothing is left. */
  keep: (report: SaveProgressRequest | null) => unknown;
  /** Remembers a position in this browser. */
  keepPosition: (medium: Medium, seconds: number) => unknown;
};

function reportOf(medium: Medium, position: number, duration: number): SaveProgressRequest {
  const seconds = Math.round(position * 10) / 10;
  const isKnown = Number.isFinite(duration) && duration > 0;
  const percent = isKnown ? Math.floor(Math.min(100, (position / duration) * 100)) : 0;
  const isCompleted = percent >= COMPLETION_THRESHOLD;
  return medium === "audio"
    ? { audioPosition: seconds, audioProgress: percent, ...(isCompleted && { audioCompleted: true }) }
    : { videoPosition: seconds, videoProgress: percent, ...(isCompleted && { videoCompleted: true }) };
}

export type ProgressReporter = {
  listenerOf: (medium: Medium) => PlaybackListener;
  /** Sends what is not sent yet in a request that survives the page. */
  leave: () => void;
  /** Tries again at once what waits for its next try. */
  resume: () => void;
  /** Forgets the playback: the member started over, or took the completion back. */
  restart: () => void;
};

/** Saves one playback of an item: one save at a time, later ones merged, each with its place in the order. */
export function createProgressReporter(ports: ReporterPorts): ProgressReporter {
  let pending: SaveProgressRequest | null = null;
  let playback: number | null = null;
  let sequence = 0;
  let round = 0;
  let isSending = false;
  let isWaiting = false;
  let failures = 0;

  /** A report in its playback: one that is kept must not pass for a new playback, later than all that was heard elsewhere. */
  const ofPlayback = (report: SaveProgressRequest) => (playback === null ? report : { ...report, playback });
  const send = async (keepalive: boolean) => {
    if (pending === null) return;
    const report = pending;
    const sentIn = round;
    pending = null;
    isSending = true;
    try {
      const answer = await ports.save(ofPlayback(report), { keepalive });
      // Another device started over: what is heard here is a playback of the new epoch.
      const isOver = report.epoch !== undefined && answer.epoch > report.epoch;
      if (sentIn === round) playback = isOver ? null : answer.playback;
      if (failures > 0) ports.keep(null);
      if (failures >= FAILURES_BEFORE_TELLING) ports.onRecovered();
      failures = 0;
    } catch (error) {
      if (sentIn !== round) failures = 0;
      else if (ports.mayRetry(error)) {
        pending = pending === null ? report : mergeReports(report, pending);
        failures += 1;
        ports.keep(ofPlayback(pending));
        if (failures === FAILURES_BEFORE_TELLING) ports.onTrouble(error, true);
        isWaiting = true;
        ports.later(retry, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0);
      } else {
        if (failures > 0) ports.keep(null);
        failures = 0;
        ports.onTrouble(error, false);
      }
    } finally {
      isSending = false;
    }
    pump();
  };
  const pump = () => {
    if (!isSending && !isWaiting) void send(false);
  };
  const retry = () => {
    isWaiting = false;
    pump();
  };
  const add = (report: SaveProgressRequest) => {
    sequence += 1;
    const at = new Date(ports.now()).toISOString();
    const epoch = ports.epoch();
    const placed = { ...report, sequence, at, ...(epoch !== undefined && { epoch }) };
    pending = pending === null ? placed : mergeReports(pending, placed);
  };

  const unsent = new Map<Medium, SaveProgressRequest>();
  const forget: (() => void)[] = [];
  const listenerOf = (medium: Medium): PlaybackListener => {
    let savedAt: number | null = null;
    let keptAt = 0;
    let lastSent = "";
    let isCompleted = false;
    forget.push(() => {
      savedAt = null;
      lastSent = "";
      isCompleted = false;
    });
    const report = (position: number, duration: number) => {
      unsent.delete(medium);
      savedAt = ports.now();
      ports.keepPosition(medium, position);
      const next = reportOf(medium, position, duration);
      if (JSON.stringify(next) === lastSent) return;
      lastSent = JSON.stringify(next);
      add(next);
      pump();
    };
    return {
      playing: (position, duration) => {
        const now = ports.now();
        savedAt ??= now;
        const next = reportOf(medium, position, duration);
        unsent.set(medium, next);
        const completesNow = !isCompleted && (next.audioCompleted ?? next.videoCompleted) === true;
        isCompleted ||= completesNow;
        if (completesNow || now - savedAt >= SAVE_EVERY_MS) report(position, duration);
        else if (now - keptAt >= KEEP_LOCALLY_EVERY_MS) {
          keptAt = now;
          ports.keepPosition(medium, position);
        }
      },
      paused: report,
      ended: (duration) => {
        isCompleted = true;
        report(duration, duration);
      },
    };
  };

  return {
    listenerOf,
    leave: () => {
      for (const report of unsent.values()) add(report);
      unsent.clear();
      if (pending !== null && failures > 0) ports.keep(ofPlayback(pending));
      void send(true);
    },
    resume: () => {
      if (isWaiting) retry();
    },
    restart: () => {
      round += 1;
      playback = null;
      sequence = 0;
      pending = null;
      unsent.clear();
      for (const run of forget) run();
      if (failures > 0) ports.keep(null);
    },
  };
}
