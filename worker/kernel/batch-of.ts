import type { Db } from "#db/client.ts";

export type Statement = Parameters<Db["batch"]>[0][number];
type Result<Given> = Given extends Statement ? Given["_"]["result"] : { [Index in keyof Given]: Result<Given[Index]> };

/** Runs statements in the order of their keys, as one transaction, and returns each one's result under its key: a list for a list. */
export async function batchOf<Named extends Record<string, Statement | readonly Statement[]>>(
  db: Db,
  named: Named,
): Promise<{ [Key in keyof Named]: Result<Named[Key]> }> {
  const statements = Object.values(named).flat() as [Statement, ...Statement[]];
  const results: unknown[] = await db.batch(statements);
  const byKey = Object.entries(named).map(([key, given]) => [
    key,
    Array.isArray(given) ? results.splice(0, given.length) : results.shift(),
  ]);
  return Object.fromEntries(byKey);
}
