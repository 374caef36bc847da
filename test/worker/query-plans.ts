import { env } from "cloudflare:workers";

/** Statements by text, each with values it was bound to. */
export type Collected = Map<string, unknown[]>;

/** The run's own D1, which collects every bound statement. */
export function collectingD1(): { d1: D1Database; collected: Collected } {
  const collected: Collected = new Map();
  const prepare = (sql: string) =>
    new Proxy(env.DB.prepare(sql), {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name !== "bind") return member.bind(target);
        return (...values: unknown[]) => {
          collected.set(sql, values);
          return target.bind(...values);
        };
      },
    });
  return { d1: { prepare, batch: (list: D1PreparedStatement[]) => env.DB.batch(list) } as D1Database, collected };
}

/** A statement's tables by the names in its plan; its parts may use one name for different tables. */
function namesIn(sql: string, tables: Set<string>): Map<string, Set<string>> {
  const names = new Map([...tables].map((table) => [table, new Set([table])]));
  for (const [, table = "", alias = ""] of sql.matchAll(/\b(\w+)"?\s+(?=(?:as\s+)?"?(\w+)"?)/gi))
    if (tables.has(table)) names.set(alias, new Set([...(names.get(alias) ?? []), table]));
  return names;
}

const LIMIT = /\blimit\b/i;
const SCAN = /^SCAN "?(\w+)"?(?: USING (?:COVERING )?INDEX "?(\w+)"?)?/;

/**
 * Tables that a statement scans in full by SQLite's own plan, without an index or along one that isn't `allowed`,
 * unless a limit may stop it early.
 */
export async function scannedBy(
  sql: string,
  values: unknown[],
  tables: Set<string>,
  allowed: Record<string, string>,
): Promise<string[]> {
  const { results } = await env.DB.prepare(`explain query plan ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  const names = namesIn(sql, tables);
  return results.flatMap(({ detail }) => {
    const [, name = "", index] = SCAN.exec(detail) ?? [];
    const ends = index !== undefined && (index in allowed || LIMIT.test(sql));
    return ends || detail.includes("VIRTUAL TABLE") ? [] : [...(names.get(name) ?? [])];
  });
}

export async function allTables(): Promise<Set<string>> {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  return new Set(results.map(({ name }) => name));
}
