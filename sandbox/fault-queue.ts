import { randomUUID } from "node:crypto";

export type Armed<Wanted> = Wanted & { id: string; remaining: number };

/** Faults queue up in the order requested; a call uses the first one that meets it. */
export function createFaultQueue<Wanted extends { times: number }, Call>(
  meets: (fault: Wanted, call: Call) => boolean,
) {
  let faults: Armed<Wanted>[] = [];

  return {
    add(wanted: Wanted): Armed<Wanted> {
      const fault = { ...wanted, id: randomUUID(), remaining: wanted.times };
      faults.push(fault);
      return fault;
    },
    list: (): readonly Armed<Wanted>[] => faults,
    /** Clears all faults, or the one with an ID. @returns how many there were */
    clear(id?: string): number {
      const { length } = faults;
      faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
      return length - faults.length;
    },
    take(call: Call): Armed<Wanted> | undefined {
      const fault = faults.find((waiting) => meets(waiting, call));
      if (fault) {
        fault.remaining -= 1;
        if (fault.remaining === 0) faults = faults.filter((other) => other !== fault);
      }
      return fault;
    },
  };
}
