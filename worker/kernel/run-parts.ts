import type { Ctx } from "./context.ts";
import { errorFields, log, meterFields } from "./log.ts";

/**
 * Runs the independent parts of a cron, one after another, and logs one line with what each took. One that fails is logged and does
 * not hold up the others, and the whole fails so that the platform shows it.
 */
export async function runParts(
  { meter, clock }: Pick<Ctx, "meter" | "clock">,
  cron: { name: string; at: number },
  parts: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const failed: string[] = [];
  const took: Record<string, { ms: number; read: number; written: number }> = {};
  const startedAt = clock();
  for (const [part, run] of Object.entries(parts)) {
    const before = { at: clock(), ...meter };
    try {
      await run();
    } catch (error) {
      failed.push(part);
      log("error", "cron_part_failed", { cron: cron.name, part, at: cron.at, ...errorFields(error) });
    }
    const [read, written] = [meter.rowsRead - before.rowsRead, meter.rowsWritten - before.rowsWritten];
    took[part] = { ms: clock() - before.at, read, written };
  }
  const durationMs = clock() - startedAt;
  log("info", "cron", { cron: cron.name, at: cron.at, durationMs, ...meterFields(meter), parts: took });
  if (failed.length > 0) throw new Error(`The ${cron.name} failed in: ${failed.join(", ")}`);
}
