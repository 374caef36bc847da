/** Where the Worker of a bench tells what it has cost at D1 since it was asked last. */
export const COST_PATH = "/bench/cost";

/** What a piece of work cost at D1. A batch is one call; the depth is how many that have come back waited for one before. */
export type Cost = { calls: number; statements: number; depth: number; rowsRead: number; rowsWritten: number };
