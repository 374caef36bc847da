import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { api, read } from "./api.ts";
import { hasErrorCode, isRefusal } from "./api-error.ts";
import { parseJson } from "./parse-json.ts";
import { storedNames, storedText } from "./stored.ts";

export type ProgressOwner = { memberId: string; id: string };

const PREFIX = "progress:";
const LIFETIME = { scope: "browser", endsWith: "sign-out" } as const;
/** How long a login waits for pending work to be sent. */
const PATIENCE_MS = 5_000;

function completes(report: SaveProgressRequest): boolean {
  return report.audioCompleted === true || report.videoCompleted === true || report.totalWatched === true;
}

/** Percentages and flags only rise; otherwise the later report wins. A completion keeps its time, because it counts for that day. */
export function mergeReports(earlier: SaveProgressRequest, later: SaveProgressRequest): SaveProgressRequest {
  // Reports from different epochs aren't merged: one epoch's progress would count for the other.
  if (earlier.epoch !== undefined && later.epoch !== undefined && earlier.epoch !== later.epoch) {
    return earlier.epoch > later.epoch ? earlier : later;
  }
  const merged = { ...earlier, ...later };
  for (const key of ["audioProgress", "videoProgress"] as const) {
    const highest = Math.max(earlier[key] ?? -1, later[key] ?? -1);
    if (highest >= 0) merged[key] = highest;
  }
  for (const key of ["audioCompleted", "videoCompleted", "totalWatched"] as const) {
    if (earlier[key] || later[key]) merged[key] = true;
  }
  if (completes(earlier) && earlier.at !== undefined) merged.at = earlier.at;
  return merged;
}

/** Keeps an unsaved report, replacing this slot's earlier one, until it can be saved or this member logs in again; null clears it. */
export function keepProgress(owner: ProgressOwner, report: SaveProgressRequest | null, slot: string): void {
  const name = `${PREFIX}${owner.memberId}:${owner.id}:${slot}`;
  storedText(name, LIFETIME).write(report && JSON.stringify(report));
}

/** Sends this member's unsent reports and drops other members'. Never fails; whatever can't be sent is kept. */
export async function sendStoredProgress(memberId: string): Promise<void> {
  try {
    const names = storedNames(PREFIX, LIFETIME);
    if (names.length === 0) return;
    const { saveProgressRequest } = await import("#domain/contract/progress.ts");
    const reports = names.flatMap((name) => {
      const [, owner, date = ""] = name.split(":");
      const slot = storedText(name, LIFETIME);
      const text = slot.read();
      const parsed = saveProgressRequest.safeParse(parseJson(text));
      if (owner === memberId && parsed.success) return [{ slot, text, date, report: parsed.data }];
      slot.write(null);
      return [];
    });
    reports.sort((a, b) => (a.report.at ?? "").localeCompare(b.report.at ?? ""));
    await Promise.all(
      [...Map.groupBy(reports, ({ date }) => date)].map(async ([date, slots]) => {
        if (!(await isSettled(date, slots.map(({ report }) => report).reduce(mergeReports)))) return;
        // An open page may have stored a later report meanwhile.
        for (const { slot, text } of slots) if (slot.read() === text) slot.write(null);
      }),
    );
  } catch {
    // The reports stay stored for the next login.
  }
}

/** Whether a report was saved or permanently refused; after a 401, the next login sends it. */
async function isSettled(id: string, json: SaveProgressRequest): Promise<boolean> {
  try {
    const init = { signal: AbortSignal.timeout(PATIENCE_MS) };
    await read(api.progress[":id"].$post({ param: { id }, json }, { init }));
    return true;
  } catch (error) {
    return isRefusal(error) && !hasErrorCode(error, "unauthorized");
  }
}
