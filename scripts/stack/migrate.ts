import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "./run-tool.ts";

const MIGRATIONS = "db/migrations";

/** Wrangler's own table of applied migrations. */
const APPLIED = `create table d1_migrations (
  id integer primary key autoincrement,
  name text unique,
  applied_at timestamp default current_timestamp not null
);`;

/** All migrations as one script, recorded as Wrangler records them. */
function wholeScript(): string {
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const parts = names.map((name) => {
    const sql = readFileSync(join(MIGRATIONS, name), "utf8").trim();
    return `${sql}${sql.endsWith(";") ? "" : ";"}\ninsert into d1_migrations (name) values ('${name}');`;
  });
  return [APPLIED, ...parts].join("\n");
}

function wrangler(stateDir: string, ...args: string[]): Promise<void> {
  const where = ["--local", "--persist-to", stateDir, "--config", "wrangler.toml"];
  return runTool("wrangler", ["d1", ...args, ...where], { quiet: true, what: "Migrating the local database" });
}

/** Applies all migrations to the local database in a state folder; a new one gets them in a single transaction. @throws PlainError */
export async function migrate(stateDir: string): Promise<void> {
  if (existsSync(join(stateDir, "v3/d1"))) return wrangler(stateDir, "migrations", "apply", "DB");
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, "migrations.sql");
  writeFileSync(file, wholeScript());
  await wrangler(stateDir, "execute", "DB", "--file", file);
}
