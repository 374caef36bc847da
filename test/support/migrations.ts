import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "db/migrations";

const isSql = (text: string) => text.replace(/^\s*--.*$/gm, "").trim() !== "";

/** Each migration's statements, in order. */
export function readMigrations(): string[][] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  const texts = files.toSorted().map((file) => readFileSync(join(FOLDER, file), "utf8"));
  return texts.map((text) => text.split("--> statement-breakpoint").filter(isSql));
}
