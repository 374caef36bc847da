import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { notAdditive } from "#db/additive-migrations.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { type Cloudflare, CloudflareError } from "../cloudflare.ts";

/** What the database has been migrated by, as wrangler notes it there; null before the first migration. */
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
  /** Files in their order. */
  files: string[];
  /** Statements after which the version of before could not go on, with their file. */
  breaking: string[];
  /** Whether it has taken none so far. */
  isFirst: boolean;
};

/** The migrations that the database has still to take. A database that has taken none serves nobody, so nothing breaks there. */
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
