import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";

const FOLDER = "db/migrations/meta";

/**
 * Writes a migration, then deletes the snapshots before its own: drizzle-kit compares the schema with the newest alone.
 * drizzle-kit asks at the terminal whether a column was renamed.
 */
const { status } = spawnSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
if (status !== 0) process.exit(1);
const snapshots = readdirSync(FOLDER).filter((name) => name.endsWith("_snapshot.json"));
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(`${FOLDER}/${name}`);
