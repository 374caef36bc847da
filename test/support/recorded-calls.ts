/** Where the recorded Worker of a bench tells what was asked for since it was asked last. */
export const RECORDED_PATH = "/bench/recorded";

/** Stands for an id that a request makes. */
export const FRESH_ID = "bench: an id of its own";

/** What a request has asked for: rounds of D1 calls (each a statement or a batch) that ran side by side, objects of R2, files of the build. */
export type RecordedCalls = {
  rounds: { sql: string; params: unknown[] }[][][];
  objects: { key: string; range: R2Range | null }[];
  files: string[];
};

/** A request as the floor answers it: the same reads, and the bytes that were read or, of a database, answered. */
export type FloorAnswer = RecordedCalls & { status: number; headers: [string, string][]; body: string };
