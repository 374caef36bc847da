import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { mergeReports } from "../../lib/pending-progress.ts";
import { type Answer, completionOf, hasPosition, reportOf, stands } from "./progress-report.ts";
import { MEDIA, type Medium } from "./resume-point.ts";

const SAVE_EVERY_MS = MINUTE_MS;
const KEEP_LOCALLY_EVERY_MS = 5_000;
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
const FAILURES_BEFORE_TELLING = 3;

/** A save as it was sent. An earlier `round` means that the playback has been restarted since. */
export type Save = { report: SaveProgressRequest; round: number };

export type Doors = {
  save: (save: Save, keepalive: boolean) => void;
  retryLater: (delayMs: number) => void;
  onTrouble: (error: unknown, willRetry: boolean) => void;
  onRecovered: () => void;
  /** Replaces the stored unsaved report; null if nothing is unsaved. */
  keep: (report: SaveProgressRequest | null, isWaiting: boolean) => void;
  keepPosition: (medium: Medium, seconds: number) => unknown;
  /** Resolves Mark as Complete with whether the item is complete. */
  settle: (isComplete: boolean) => void;
  reject: (error: unknown) => void;
};
type Effect = (doors: Doors) => void;

type Heard = {
  savedAt: number;
  storedAt: number;
  lastSent: string;
  isCompleted: boolean;
  unsent: SaveProgressRequest | null;
};

type State = {
  pending: SaveProgressRequest | null;
  underWay: readonly Save[];
  playback: number | null;
  sequence: number;
  round: number;
  isWaiting: boolean;
  failures: number;
  heard: Partial<Record<Medium, Heard>>;
  effects: readonly Effect[];
};

export const NOTHING_HEARD: State = {
  pending: null,
  underWay: [],
  playback: null,
  sequence: 0,
  round: 0,
  isWaiting: false,
  failures: 0,
  heard: {},
  effects: [],
};

/** The current time, and the epoch of the last response. */
type Moment = { now: number; epoch: number | undefined };
type Position = { medium: Medium; position: number; duration: number };
export type Happening =
  | ({ kind: "playing" | "paused" | "ended" } & Position)
  | { kind: "complete"; report: SaveProgressRequest }
  | { kind: "leave" }
  | { kind: "retry" }
  | { kind: "restart"; way: "start-over" | "not-done" }
  | { kind: "saved"; save: Save; answer: Answer }
  | { kind: "failed"; save: Save; error: unknown; mayRetry: boolean };

export function reduce(state: State, happening: Happening, moment: Moment): State {
  switch (happening.kind) {
    case "playing":
      return play(state, happening, moment);
    case "paused":
      return stop(state, happening, moment);
    case "ended":
      return stop(hear(state, happening.medium, { isCompleted: true }, moment), happening, moment);
    case "complete":
      return pump(add(state, happening.report, moment));
    case "leave":
      return send(addUnsent(state, moment), true);
    case "retry":
      return pump({ ...state, isWaiting: false });
    case "restart":
      return restart(state, happening.way);
    case "saved":
      return pump(keepUnsaved(onSaved(without(state, happening.save), happening)));
    case "failed":
      return pump(keepUnsaved(onFailed(without(state, happening.save), happening)));
  }
}

function emit(state: State, effect: Effect): State {
  return { ...state, effects: [...state.effects, effect] };
}

function hear(state: State, medium: Medium, change: Partial<Heard>, { now }: Moment): State {
  const first = { savedAt: now, storedAt: now, lastSent: "", isCompleted: false, unsent: null };
  return { ...state, heard: { ...state.heard, [medium]: { ...first, ...state.heard[medium], ...change } } };
}

function play(state: State, { medium, position, duration }: Position, moment: Moment): State {
  const { now } = moment;
  const unsent = reportOf(medium, position, duration);
  const { savedAt = now, storedAt = now, isCompleted = false } = state.heard[medium] ?? {};
  const completesNow = !isCompleted && (unsent.audioCompleted ?? unsent.videoCompleted) === true;
  const heard = hear(state, medium, { unsent, isCompleted: isCompleted || completesNow }, moment);
  if (completesNow || now - savedAt >= SAVE_EVERY_MS) return stop(heard, { medium, position, duration }, moment);
  if (now - storedAt < KEEP_LOCALLY_EVERY_MS) return heard;
  return emit(hear(heard, medium, { storedAt: now }, moment), ({ keepPosition }) => keepPosition(medium, position));
}

function stop(state: State, { medium, position, duration }: Position, moment: Moment): State {
  const report = reportOf(medium, position, duration);
  const lastSent = JSON.stringify(report);
  const isSent = state.heard[medium]?.lastSent === lastSent;
  const heard = hear(state, medium, { unsent: null, savedAt: moment.now, lastSent }, moment);
  const kept = emit(heard, ({ keepPosition }) => keepPosition(medium, position));
  return isSent ? kept : pump(add(kept, report, moment));
}

function add(state: State, report: SaveProgressRequest, { now, epoch }: Moment): State {
  const sequence = state.sequence + 1;
  const placed = { ...report, sequence, at: new Date(now).toISOString(), ...(epoch !== undefined && { epoch }) };
  const pending = state.pending === null ? placed : mergeReports(state.pending, placed);
  const added = { ...state, sequence, pending };
  return state.isWaiting ? keepUnsaved(added) : added;
}

function addUnsent(state: State, moment: Moment): State {
  return MEDIA.reduce<State>((before, medium) => {
    const unsent = before.heard[medium]?.unsent;
    return unsent ? add(hear(before, medium, { unsent: null }, moment), unsent, moment) : before;
  }, state);
}

/** Sends one save at a time; reports that arrive meanwhile are merged and go out next. */
function pump(state: State): State {
  return state.underWay.length === 0 && !state.isWaiting ? send(state, false) : state;
}

function send(state: State, keepalive: boolean): State {
  if (state.pending === null) return state;
  const save = { report: ofPlayback(state, state.pending), round: state.round };
  const sent = keepUnsaved({ ...state, pending: null, underWay: [...state.underWay, save] });
  return emit(sent, (doors) => doors.save(save, keepalive));
}

/** Adds the playback number: without it, a stored report would count as a new playback and override newer ones from other devices. */
function ofPlayback({ playback }: State, report: SaveProgressRequest): SaveProgressRequest {
  return playback === null || !hasPosition(report) ? report : { ...report, playback };
}

function unsavedOf(state: State): SaveProgressRequest | null {
  const reports = [...state.underWay.map(({ report }) => report), ...(state.pending === null ? [] : [state.pending])];
  return reports.length === 0 ? null : ofPlayback(state, reports.reduce(mergeReports));
}

function keepUnsaved(state: State): State {
  return emit(state, ({ keep }) => keep(unsavedOf(state), state.failures > 0));
}

function without(state: State, save: Save): State {
  return { ...state, underWay: state.underWay.filter((each) => each !== save) };
}

function onSaved(state: State, { save, answer }: { save: Save; answer: Answer }): State {
  const followed = save.round === state.round ? follow(state, save.report, answer) : state;
  const isRecovered = state.failures >= FAILURES_BEFORE_TELLING;
  return { ...(isRecovered ? emit(followed, ({ onRecovered }) => onRecovered()) : followed), failures: 0 };
}

/** Applies the server's answer. A position overtaken by another device's playback goes out once more, without a playback number. */
function follow(state: State, report: SaveProgressRequest, answer: Answer): State {
  const next: State = report.totalWatched ? emit(state, ({ settle }) => settle(answer.totalWatched)) : state;
  if (report.epoch !== undefined && answer.epoch > report.epoch) return { ...next, playback: null };
  if (!hasPosition(report)) return next;
  if (stands(report, answer)) return { ...next, playback: answer.playback };
  const { playback, ...again } = report;
  return { ...(playback === undefined ? next : putBack(next, again)), playback: null };
}

function putBack(state: State, report: SaveProgressRequest): State {
  return { ...state, pending: state.pending === null ? report : mergeReports(report, state.pending) };
}

type Failed = { save: Save; error: unknown; mayRetry: boolean };

function onFailed(state: State, { save: { report, round }, error, mayRetry }: Failed): State {
  if (round !== state.round) return { ...state, failures: 0 };
  if (!mayRetry) {
    const refused = emit({ ...state, failures: 0 }, ({ onTrouble }) => onTrouble(error, false));
    return report.totalWatched ? emit(refused, ({ reject }) => reject(error)) : refused;
  }
  const failures = state.failures + 1;
  const delayMs = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0;
  const waiting = { ...putBack(state, report), failures, isWaiting: true };
  const next: State =
    failures === FAILURES_BEFORE_TELLING ? emit(waiting, ({ onTrouble }) => onTrouble(error, true)) : waiting;
  return emit(next, ({ retryLater }) => retryLater(delayMs));
}

function restart(state: State, way: "start-over" | "not-done"): State {
  const report = unsavedOf(state);
  const pending = way === "start-over" && report !== null ? completionOf(report) : null;
  const started = { ...state, round: state.round + 1, playback: null, sequence: 0, pending, heard: {} };
  const next: State = way === "not-done" ? emit(started, ({ settle }) => settle(false)) : started;
  return pump(keepUnsaved(next));
}
