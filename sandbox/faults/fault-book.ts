import { randomUUID } from "node:crypto";
import * as z from "zod";

export const FAULT_KINDS = [
  "delay",
  "rate_limit",
  "server_error",
  "drop_after_accept",
  "cut",
  "daily_quota",
  "monthly_quota",
  "unauthorized",
] as const;

export const faultSchema = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  times: z.number().int().min(1).default(1),
  /** An address, or a suffix that begins with @; left out, the fault meets every send. */
  to: z.string().min(1).toLowerCase().optional(),
  /** For delay (default one second). */
  delayMs: z.number().int().min(0).max(600_000).optional(),
  /** For server_error (default 500) and unauthorized (default 401). */
  status: z.number().int().min(400).max(599).optional(),
  retryAfterSeconds: z.number().int().min(0).optional(),
});

export type Fault = z.infer<typeof faultSchema> & { id: string; remaining: number };

/** Faults wait in the order in which they were asked for; a send uses up the first that meets one of its recipients. */
export function createFaultBook() {
  let faults: Fault[] = [];

  return {
    add(input: z.infer<typeof faultSchema>): Fault {
      const fault = { ...input, id: randomUUID(), remaining: input.times };
      faults.push(fault);
      return fault;
    },
    list: (): readonly Fault[] => faults,
    remove(id: string): boolean {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear(): number {
      const { length } = faults;
      faults = [];
      return length;
    },
    /** `recipients`: bare addresses in lower case. */
    take(recipients: readonly string[]): Fault | undefined {
      const fault = faults.find(({ to }) => to === undefined || recipients.some((address) => meets(to, address)));
      if (fault) {
        fault.remaining -= 1;
        if (fault.remaining === 0) faults = faults.filter((other) => other !== fault);
      }
      return fault;
    },
  };
}

export type FaultBook = ReturnType<typeof createFaultBook>;

const meets = (to: string, address: string) => (to.startsWith("@") ? address.endsWith(to) : address === to);
