import { env } from "cloudflare:workers";
import { wrappedD1 } from "./wrapped-d1.ts";

/** A D1 that is down: every call fails. */
export const brokenD1 = (message = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.") =>
  wrappedD1(() => Promise.reject(new Error(message)));

/** `skip`: how many writes succeed before the first one is lost. */
type Loss = { when: "before" | "after"; times: number; skip?: number; message?: string };

/** A D1 that loses writes, either before they happen or only their response. D1 retries reads itself. */
export function losingD1({ when, times, skip = 0, message = "D1_ERROR: Network connection lost." }: Loss) {
  let [writes, lost] = [0, 0];
  const d1 = wrappedD1(async (run, _, isWrite) => {
    if (isWrite) writes += 1;
    if (!isWrite || writes <= skip || lost === times) return run();
    lost += 1;
    if (when === "after") await run();
    throw new Error(message);
  });
  return { d1, lost: () => lost };
}

/** A D1 whose calls wait until released; `reached` resolves at the first one. */
export function heldD1() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const d1 = wrappedD1(async (run) => {
    reached.resolve();
    await released.promise;
    return run();
  });
  return { d1, reached: reached.promise, letGo: () => released.resolve() };
}

/** The run's own bucket with one operation replaced. */
export function bucketWith(changed: Partial<R2Bucket>): R2Bucket {
  return new Proxy(env.MEDIA, {
    get(target, name) {
      const member: unknown = Reflect.get(changed, name) ?? Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const refuse = () => Promise.reject(new Error("Queue send failed: Too Many Requests"));

/** A queue that rejects everything. */
export const refusingQueue = { send: refuse, sendBatch: refuse } as unknown as Queue;

/** A local port where nothing listens. */
export const UNREACHABLE = "http://127.0.0.1:9";
