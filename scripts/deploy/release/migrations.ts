import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { notAdditive } from "#db/additive-migrations.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { type Cloudflare, CloudflareError } from "../cloudflare.ts";

/** Migrations already applied, from wrangler's own table; null before the first one. */
export async function readApplied(cloudflare: Cloudflare, databaseId: string): Promise<string[] | null> {
  try {
    const rows = await cloudflare.readDatabase(databaseId, "select name from d1_migrations order by id");
    return rows.map(({ name }) => String(name));
  } catch (error) {
    if (error instanceof CloudflareError && /no such table/i.test(error.message)) return null;
    throw error;
  }
}

type Pending = {
  /** Files in order. */
  files: string[];
  /** Statements that would break the running version, with their file. */
  breaking: string[];
  /** Whether none has been applied yet. */
  isFirst: boolean;
};

/** Migrations that the database doesn't have yet. A database without any has no users yet, so nothing can break. */
export async function readPending(cloudflare: Cloudflare, databaseId: string, folder: string): Promise<Pending> {
  const applied = await readApplied(cloudflare, databaseId);
  const all = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const unknown = (applied ?? []).filter((file) => !all.includes(file));
  if (unknown.length > 0)
    throw new PlainError(
      `The database is ahead of this checkout: it already has ${unknown.join(", ")}. Deploy a newer checkout.`,
    );
  const files = all.filter((file) => !applied?.includes(file)).sort();
  const breaking = files.flatMap((file) =>
    notAdditive(splitSql(readFileSync(join(folder, file), "utf8"))).map(
      (statement) => `${file}: ${statement.slice(0, 100)}`,
    ),
  );
  const isFirst = applied === null || applied.length === 0;
  return { files, breaking: isFirst ? [] : breaking, isFirst };
}
