import { afterEach, vi } from "vitest";

type HappyWindow = { happyDOM: { setViewport: (size: { width: number; height: number }) => void } };

function setViewport(width: number, height: number): void {
  (window as unknown as HappyWindow).happyDOM.setViewport({ width, height });
}

afterEach(() => setViewport(1024, 768));

/** Gives the simulated browser a phone's window for the rest of the test. */
export function asPhone(): void {
  setViewport(390, 664);
}

/** A window with room for a drawer beside the page. */
export function asWide(): void {
  setViewport(1440, 900);
}

/** Puts everything on the page on screen. */
export function showAll(): void {
  class Observer {
    readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.#seen = seen;
    }
    observe(): void {
      queueMicrotask(() => this.#seen([{ isIntersecting: true }]));
    }
    disconnect(): void {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
}
