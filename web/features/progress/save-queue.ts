import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { mergeReports } from "../../lib/pending-progress.ts";
import { type Answer, completionOf, hasPosition, stands } from "./progress-report.ts";

const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000];
const FAILURES_BEFORE_TELLING = 3;

export type SavePorts = {
  /** Resolves to the progress the server holds after the save. */
  save: (report: SaveProgressRequest, options: { keepalive: boolean }) => Promise<Answer>;
  /** False for a refusal that a retry can't change. */
  mayRetry: (error: unknown) => boolean;
  /** The epoch of the last response; undefined before the first. */
  epoch: () => number | undefined;
  onTrouble: (error: unknown, willRetry: boolean) => void;
  onRecovered: () => void;
  /** Called with the failed report that waits for its next try; null if there is none. */
  onWaiting: (report: SaveProgressRequest | null) => void;
  /** Replaces the stored unsaved report; null if nothing is unsaved. */
  keep: (report: SaveProgressRequest | null) => unknown;
};

/** A save as it was sent. An earlier `round` means that the playback has been restarted since. */
type Save = { report: SaveProgressRequest; round: number };

/** Sends the reports of one playback, one save at a time. Later reports are merged, and each has a sequence number. */
export class SaveQueue {
  readonly #ports: SavePorts;
  /** Calls of Mark as Complete that wait for an answer. */
  #marks: PromiseWithResolvers<boolean>[] = [];
  #attempts: Promise<unknown> = Promise.resolve();
  #pending: SaveProgressRequest | null = null;
  #underWay: Save[] = [];
  #playback: number | null = null;
  #sequence = 0;
  #round = 0;
  #isWaiting = false;
  #failures = 0;

  constructor(ports: SavePorts) {
    this.#ports = ports;
  }

  /** Queues a report for `send` or the next save. */
  add(report: SaveProgressRequest): void {
    const epoch = this.#ports.epoch();
    this.#sequence += 1;
    const at = new Date().toISOString();
    const placed = { ...report, sequence: this.#sequence, at, ...(epoch !== undefined && { epoch }) };
    this.#pending = this.#pending === null ? placed : mergeReports(this.#pending, placed);
    if (this.#isWaiting) this.#keep();
  }

  /** Resolves to whether the item is complete, after the save that completes it. */
  marked(): Promise<boolean> {
    const mark = Promise.withResolvers<boolean>();
    this.#marks.push(mark);
    return mark.promise;
  }

  /** Sends pending reports, unless a save is in progress or waits for its next try. */
  send(): void {
    if (this.#underWay.length === 0 && !this.#isWaiting) this.#sendNow(false);
  }

  async leave(): Promise<void> {
    this.#sendNow(true);
    await this.#attempts;
  }

  resume(): void {
    this.#isWaiting = false;
    this.send();
  }

  restart(way: "start-over" | "not-done"): void {
    const unsaved = this.#unsaved();
    this.#pending = way === "start-over" && unsaved !== null ? completionOf(unsaved) : null;
    this.#round += 1;
    this.#playback = null;
    this.#sequence = 0;
    if (way === "not-done") this.#settle(({ resolve }) => resolve(false));
    this.#keep();
    this.send();
  }

  #sendNow(keepalive: boolean): void {
    if (this.#pending === null) return;
    const save = { report: this.#ofPlayback(this.#pending), round: this.#round };
    this.#pending = null;
    this.#underWay.push(save);
    this.#keep();
    const answer = this.#ports.save(save.report, { keepalive });
    const attempt = answer.then(
      (progress) => this.#end(save, () => this.#onSaved(save, progress)),
      (error) => this.#end(save, () => this.#onFailed(save, error)),
    );
    this.#attempts = Promise.all([this.#attempts, attempt]);
  }

  #end(save: Save, take: () => void): void {
    this.#underWay = this.#underWay.filter((each) => each !== save);
    take();
    this.#keep();
    this.send();
  }

  #onSaved({ report, round }: Save, answer: Answer): void {
    if (round === this.#round) this.#follow(report, answer);
    if (this.#failures >= FAILURES_BEFORE_TELLING) this.#ports.onRecovered();
    this.#failures = 0;
  }

  /** A position overtaken by another device's playback goes out once more, without a playback number. */
  #follow({ playback, ...report }: SaveProgressRequest, answer: Answer): void {
    if (report.totalWatched) this.#settle(({ resolve }) => resolve(answer.totalWatched));
    if (report.epoch !== undefined && answer.epoch > report.epoch) this.#playback = null;
    else if (hasPosition(report)) {
      const isHeld = stands(report, answer);
      if (!isHeld && playback !== undefined) this.#putBack(report);
      this.#playback = isHeld ? answer.playback : null;
    }
  }

  #onFailed({ report, round }: Save, error: unknown): void {
    const isRefused = !this.#ports.mayRetry(error);
    this.#failures = isRefused || round !== this.#round ? 0 : this.#failures + 1;
    if (round !== this.#round) return;
    if (isRefused || this.#failures === FAILURES_BEFORE_TELLING) this.#ports.onTrouble(error, !isRefused);
    if (isRefused) {
      if (report.totalWatched) this.#settle(({ reject }) => reject(error));
      return;
    }
    this.#putBack(report);
    this.#isWaiting = true;
    setTimeout(() => this.resume(), RETRY_DELAYS_MS[this.#failures - 1] ?? RETRY_DELAYS_MS.at(-1));
  }

  #putBack(report: SaveProgressRequest): void {
    this.#pending = this.#pending === null ? report : mergeReports(report, this.#pending);
  }

  #settle(end: (mark: PromiseWithResolvers<boolean>) => void): void {
    const marks = this.#marks;
    this.#marks = [];
    marks.forEach(end);
  }

  /** Adds the playback number: without it, a stored report would count as a new playback and override newer ones from other devices. */
  #ofPlayback(report: SaveProgressRequest): SaveProgressRequest {
    return this.#playback === null || !hasPosition(report) ? report : { ...report, playback: this.#playback };
  }

  #unsaved(): SaveProgressRequest | null {
    const reports = [...this.#underWay.map(({ report }) => report), ...(this.#pending === null ? [] : [this.#pending])];
    return reports.length === 0 ? null : this.#ofPlayback(reports.reduce(mergeReports));
  }

  #keep(): void {
    const unsaved = this.#unsaved();
    this.#ports.keep(unsaved);
    this.#ports.onWaiting(this.#failures > 0 ? unsaved : null);
  }
}
