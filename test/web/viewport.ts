import { afterEach } from "vitest";

type HappyWindow = { happyDOM: { setViewport: (size: { width: number; height: number }) => void } };

function setViewport(width: number, height: number): void {
  (window as unknown as HappyWindow).happyDOM.setViewport({ width, height });
}

afterEach(() => setViewport(1024, 768));

/** Gives the simulated browser a phone's window for the rest of the test. */
export function asPhone(): void {
  setViewport(390, 664);
}
