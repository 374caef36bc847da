import { vi } from "vitest";

/** Enough turns of the microtask queue for work that needs neither time nor I/O to reach its next wait. */
const TURNS = 400;

export type SimulatedTime = ReturnType<typeof simulateTime>;

/**
 * A clock that stops while anything is running, then jumps to the next timer: a day takes only as long as its work, in
 * the same order every time. Real I/O must go through `io`, one at a time, so that the clock knows about it.
 */
export function simulateTime(from: number) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: from });
  const abortTimer = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("No answer came in time.", "TimeoutError")), ms);
    return controller.signal;
  });
  const open = new Set<Promise<unknown>>();

  async function settle(): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < TURNS; turn += 1) await null;
      if (open.size === 0) return;
      await Promise.race(open);
    }
  }

  return {
    /** Work that takes real time, but no simulated time. */
    io<T>(work: () => Promise<T>): Promise<T> {
      const done = work();
      const noted: Promise<unknown> = done.then(
        () => open.delete(noted),
        () => open.delete(noted),
      );
      open.add(noted);
      return done;
    },
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, Math.round(ms)))),
    at(instant: number, work: () => void): void {
      setTimeout(work, Math.max(0, instant - Date.now()));
    },
    /** Lets time pass until an instant. */
    async runUntil(instant: number): Promise<void> {
      setTimeout(() => {}, instant - Date.now());
      await settle();
      while (Date.now() < instant) {
        vi.advanceTimersToNextTimer();
        await settle();
      }
    },
    stop(): void {
      abortTimer.mockRestore();
      vi.useRealTimers();
    },
  };
}
