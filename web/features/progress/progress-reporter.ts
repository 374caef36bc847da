import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { mergeReports } from "../../lib/pending-progress.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { type Answer, completionOf, hasPosition, reportOf, stands } from "./progress-report.ts";
import type { Medium } from "./resume-point.ts";

const SAVE_EVERY_MS = MINUTE_MS;
const KEEP_LOCALLY_EVERY_MS = 5_000;
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
const FAILURES_BEFORE_TELLING = 3;

export type ReporterPorts = {
  /** Answers what the server holds from then on. */
  save: (report: SaveProgressRequest, options: { keepalive: boolean }) => Promise<Answer>;
  /** False for a refusal that another try cannot change. */
  mayRetry: (error: unknown) => boolean;
  later: (run: () => void, delayMs: number) => void;
  /** Epoch milliseconds. */
  now: () => number;
  /** As last answered; undefined before the first answer. */
  epoch: () => number | undefined;
  onTrouble: (error: unknown, willRetry: boolean) => void;
  onRecovered: () => void;
  /** Told of what could not be saved and waits for its next try; null when nothing does. */
  onWaiting: (report: SaveProgressRequest | null) => void;
  /** Stores what is not known to be saved in place of what was stored before; null when nothing is left. */
  keep: (report: SaveProgressRequest | null) => unknown;
  /** Remembers a position in this browser. */
  keepPosition: (medium: Medium, seconds: number) => unknown;
};

export type ProgressReporter = {
  listenerOf: (medium: Medium) => PlaybackListener;
  /**
   * Marks the item and every medium it has as complete (spec section 4); kept and tried again like every save.
   * @returns whether it is complete once it is saved: not if another device has ended the epoch meanwhile.
   */
  complete: (media: ItemMedia) => Promise<boolean>;
  /** Sends what is not sent yet in a request that survives the page; comes back when nothing is under way any more. */
  leave: () => Promise<void>;
  /** Tries again at once what waits for its next try. */
  resume: () => void;
  /** Forgets the playback: the member started over, which leaves what is completed, or took the completion back. */
  restart: (way: "start-over" | "not-done") => void;
};

type Mark = { resolve: (isComplete: boolean) => void; reject: (error: unknown) => void };

/** Saves one playback of an item: one save at a time, later ones merged, each with its place in the order. */
export function createProgressReporter(ports: ReporterPorts): ProgressReporter {
  let pending: SaveProgressRequest | null = null;
  const underWay = new Set<SaveProgressRequest>();
  let attempts: Promise<unknown> = Promise.resolve();
  let marks: Mark[] = [];
  let playback: number | null = null;
  let sequence = 0;
  let round = 0;
  let isWaiting = false;
  let failures = 0;

  /** A report in its playback: one that is kept must not pass for a new playback, later than all that was heard elsewhere. */
  const ofPlayback = (report: SaveProgressRequest) =>
    playback === null || !hasPosition(report) ? report : { ...report, playback };
  const later = (report: SaveProgressRequest) => {
    pending = pending === null ? report : mergeReports(report, pending);
  };
  const unsaved = () => {
    const reports = [...underWay, ...(pending === null ? [] : [pending])];
    return reports.length === 0 ? null : ofPlayback(reports.reduce(mergeReports));
  };
  const keepUnsaved = () => {
    const report = unsaved();
    ports.keep(report);
    ports.onWaiting(failures > 0 ? report : null);
  };
  const settleMarks = (settle: (mark: Mark) => void) => {
    const settled = marks;
    marks = [];
    for (const mark of settled) settle(mark);
  };
  /** What an answer says of the playback; a position that another device's has overtaken goes out once more without a number. */
  const follow = (report: SaveProgressRequest, answer: Answer) => {
    const isOver = report.epoch !== undefined && answer.epoch > report.epoch;
    if (isOver) playback = null;
    else if (hasPosition(report)) {
      const isOvertaken = !stands(report, answer);
      if (isOvertaken && report.playback !== undefined) {
        const { playback: _overtaken, ...again } = report;
        later(again);
      }
      playback = isOvertaken ? null : answer.playback;
    }
    if (report.totalWatched) settleMarks(({ resolve }) => resolve(answer.totalWatched));
  };
  const onFailure = (error: unknown, report: SaveProgressRequest) => {
    if (ports.mayRetry(error)) {
      later(report);
      failures += 1;
      if (failures === FAILURES_BEFORE_TELLING) ports.onTrouble(error, true);
      isWaiting = true;
      ports.later(retry, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0);
    } else {
      failures = 0;
      ports.onTrouble(error, false);
      if (report.totalWatched) settleMarks(({ reject }) => reject(error));
    }
  };
  const send = async (keepalive: boolean) => {
    if (pending === null) return;
    const report = ofPlayback(pending);
    const sentIn = round;
    pending = null;
    underWay.add(report);
    keepUnsaved();
    try {
      const answer = await ports.save(report, { keepalive });
      underWay.delete(report);
      if (sentIn === round) follow(report, answer);
      if (failures >= FAILURES_BEFORE_TELLING) ports.onRecovered();
      failures = 0;
    } catch (error) {
      underWay.delete(report);
      if (sentIn === round) onFailure(error, report);
      else failures = 0;
    }
    keepUnsaved();
    pump();
  };
  const start = (keepalive: boolean) => {
    const attempt = send(keepalive);
    attempts = Promise.all([attempts, attempt]);
    return attempt;
  };
  const pump = () => {
    if (underWay.size === 0 && !isWaiting) void start(false);
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
    if (isWaiting) keepUnsaved();
  };

  const unsent = new Map<Medium, SaveProgressRequest>();
  const forget: (() => void)[] = [];
  const listenerOf = (medium: Medium): PlaybackListener => {
    let savedAt: number | null = null;
    let keptAt: number | null = null;
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
        keptAt ??= now;
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
    complete: ({ hasAudio, hasVideo }) => {
      add({ totalWatched: true, ...(hasAudio && { audioCompleted: true }), ...(hasVideo && { videoCompleted: true }) });
      const isComplete = new Promise<boolean>((resolve, reject) => marks.push({ resolve, reject }));
      pump();
      return isComplete;
    },
    leave: async () => {
      for (const report of unsent.values()) add(report);
      unsent.clear();
      void start(true);
      await attempts;
    },
    resume: () => {
      if (isWaiting) retry();
    },
    restart: (way) => {
      const report = unsaved();
      round += 1;
      playback = null;
      sequence = 0;
      pending = way === "start-over" && report !== null ? completionOf(report) : null;
      unsent.clear();
      for (const run of forget) run();
      if (way === "not-done") settleMarks(({ resolve }) => resolve(false));
      keepUnsaved();
      pump();
    },
  };
}
