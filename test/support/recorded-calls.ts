/** The path where a bench's recorded Worker returns the calls since the last request. */
export const RECORDED_PATH = "/bench/recorded";

/** Placeholder for an ID that a request creates. */
export const FRESH_ID = "bench: an id of its own";

/** What a request used: rounds of parallel D1 calls (each a statement or a batch), R2 objects, and built files. */
export type RecordedCalls = {
  rounds: { sql: string; params: unknown[] }[][][];
  objects: { key: string; range: R2Range | null }[];
  files: string[];
};

/** A request as the floor answers it: the same reads, and the same bytes, read or from the database. */
export type FloorAnswer = RecordedCalls & { status: number; headers: [string, string][]; body: string };
