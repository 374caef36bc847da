import { mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { BRAND } from "#domain/brand.ts";
import { readDevVars } from "./dev-vars.ts";
import { PlainError } from "./run-tool.ts";

/**
 * Keeps a second start away from this folder's local data. It's an SQLite lock, so the operating system releases it
 * however the process ends.
 * @throws PlainError if another process holds it
 */
export function holdCheckout(folder: string, varsFile: string): void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(`${folder}/running.sqlite`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    const appUrl = readDevVars(varsFile).get("APP_URL");
    throw new PlainError(`${BRAND.name} is already running from this folder, at ${appUrl}. Stop it first.`);
  }
  // Keeps a reference: an unreferenced database would be garbage collected and closed.
  process.once("exit", () => lock.close());
}
