/** The cost of work at D1. A batch is one call; the depth is the longest chain of calls that waited for another. */
export type Cost = { calls: number; statements: number; depth: number; rowsRead: number; rowsWritten: number };
