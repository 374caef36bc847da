import { errorFields, log } from "./log.ts";

/**
 * Runs the independent parts of a cron, one after another. One that fails is logged and does not hold up the others, and the
 * whole fails so that the platform shows it.
 */
export async function runParts(cron: string, at: number, parts: Record<string, () => Promise<unknown>>): Promise<void> {
  const failed: string[] = [];
  for (const [part, run] of Object.entries(parts)) {
    try {
      await run();
    } catch (error) {
      failed.push(part);
      log("error", "cron_part_failed", { cron, part, at, ...errorFields(error) });
    }
  }
  if (failed.length > 0) throw new Error(`The ${cron} failed in: ${failed.join(", ")}`);
}
