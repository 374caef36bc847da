/** The path where a bench's Worker reports its D1 cost since the last request. */
export const COST_PATH = "/bench/cost";

/** The cost of work at D1. A batch is one call; the depth is the longest chain of calls that waited for another. */
export type Cost = { calls: number; statements: number; depth: number; rowsRead: number; rowsWritten: number };
