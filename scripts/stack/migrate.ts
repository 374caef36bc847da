import { run } from "./run.ts";

/** Brings the local database of a state folder up to the newest migration. @throws PlainError */
export function migrate(stateDir: string): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir];
  return run("wrangler", args, { quiet: true, what: "The migration of the local database" });
}
