import { env } from "cloudflare:workers";
import { wrappedD1 } from "./wrapped-d1.ts";

/** A D1 whose every call fails, as while it is away. */
export const brokenD1 = (message = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.") =>
  wrappedD1(() => Promise.reject(new Error(message)));

/** `skip`: how many writes it does before the first that is lost. */
type Loss = { when: "before" | "after"; times: number; skip?: number; message?: string };

/** A D1 that loses so many of its writes, before they are done or when only the answer is missing; reads it makes again itself. */
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

/** A D1 whose calls wait until they are let go; `reached` tells of the first. */
export function heldD1() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const d1 = wrappedD1(async (run) => {
    reached.resolve();
    await released.promise;
    return run();
  });
  return { d1, reached: reached.promise, letGo: () => released.resolve() };
}

/** The run's own bucket, of which one operation does something else. */
export function bucketWith(changed: Partial<R2Bucket>): R2Bucket {
  return new Proxy(env.MEDIA, {
    get(target, name) {
      const member: unknown = Reflect.get(changed, name) ?? Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const refuse = () => Promise.reject(new Error("Queue send failed: Too Many Requests"));

/** A queue that takes nothing. */
export const refusingQueue = { send: refuse, sendBatch: refuse } as unknown as Queue;

/** Where nobody answers: a port of this machine on which nothing listens. */
export const NOBODY = "http://127.0.0.1:9";
