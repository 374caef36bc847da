import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { mergeReports } from "../../lib/pending-progress.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";

type Medium = "audio" | "video";

const SAVE_EVERY_SECONDS = 10;
/** Further apart than this, two positions are a seek and not playback (double speed in a throttled tab moves 2 s). */
const CONTINUOUS_SECONDS = 5;
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
const FAILURES_BEFORE_TELLING = 3;

type ReporterPorts = {
  save: (report: SaveProgressRequest, options: { keepalive: boolean }) => Promise<void>;
  /** False for a refusal that another try cannot change. */
  mayRetry: (error: unknown) => boolean;
  later: (run: () => void, delayMs: number) => void;
  onTrouble: (error: unknown, willRetry: boolean) => void;
  onRecovered: () => void;
  /** Stores what a page that is left may not get through any more. */
  keep: (report: SaveProgressRequest) => void;
};

function reportOf(medium: Medium, percent: number): SaveProgressRequest {
  const progress = Math.floor(percent);
  const isCompleted = progress >= COMPLETION_THRESHOLD;
  if (medium === "audio") return { audioProgress: progress, ...(isCompleted && { audioCompleted: true }) };
  return { videoProgress: progress, ...(isCompleted && { videoCompleted: true }) };
}

type ProgressReporter = {
  listenerOf: (medium: Medium) => PlaybackListener;
  /** Sends what is not sent yet in a request that survives the page. */
  leave: () => void;
  /** Tries again at once what waits for its next try. */
  resume: () => void;
};

export function createProgressReporter(ports: ReporterPorts): ProgressReporter {
  let pending: SaveProgressRequest = {};
  let isSending = false;
  let isWaiting = false;
  let failures = 0;

  const send = async (keepalive: boolean) => {
    if (Object.keys(pending).length === 0) return;
    const report = pending;
    pending = {};
    isSending = true;
    try {
      await ports.save(report, { keepalive });
      if (failures >= FAILURES_BEFORE_TELLING) ports.onRecovered();
      failures = 0;
    } catch (error) {
      if (ports.mayRetry(error)) {
        pending = mergeReports(report, pending);
        failures += 1;
        if (failures === FAILURES_BEFORE_TELLING) ports.onTrouble(error, true);
        isWaiting = true;
        ports.later(retry, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0);
      } else ports.onTrouble(error, false);
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
    pending = mergeReports(pending, report);
    pump();
  };

  const unsent = new Map<Medium, number>();
  const listenerOf = (medium: Medium): PlaybackListener => {
    let lastPosition: number | null = null;
    let heardSeconds = 0;
    let highestSent = -1;
    let isCompleted = false;
    const report = (percent: number) => {
      unsent.delete(medium);
      heardSeconds = 0;
      if (Math.floor(percent) <= highestSent) return;
      highestSent = Math.floor(percent);
      add(reportOf(medium, percent));
    };
    return {
      playing: (percent, position) => {
        const step = lastPosition === null ? 0 : position - lastPosition;
        lastPosition = position;
        if (step > 0 && step < CONTINUOUS_SECONDS) heardSeconds += step;
        unsent.set(medium, percent);
        const completesNow = !isCompleted && Math.floor(percent) >= COMPLETION_THRESHOLD;
        isCompleted ||= completesNow;
        if (completesNow || heardSeconds >= SAVE_EVERY_SECONDS) report(percent);
      },
      paused: report,
      ended: () => {
        isCompleted = true;
        report(100);
      },
    };
  };

  return {
    listenerOf,
    leave: () => {
      for (const [medium, percent] of unsent) pending = mergeReports(pending, reportOf(medium, percent));
      unsent.clear();
      if (failures > 0) ports.keep(pending);
      void send(true);
    },
    resume: () => {
      if (isWaiting) retry();
    },
  };
}
