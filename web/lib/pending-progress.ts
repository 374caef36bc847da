import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { api, read } from "./api.ts";
import { hasErrorCode, isRefusal } from "./api-error.ts";
import { PENDING_PREFIX } from "./auth-token.ts";

/** Whose progress in which item; `id` is its date. */
export type ProgressOwner = { memberId: string; id: string };

const PREFIX = `${PENDING_PREFIX}progress`;
/** A sign-in waits for what it sends, but not long. */
const PATIENCE_MS = 5_000;

function completes(report: SaveProgressRequest): boolean {
  return report.audioCompleted === true || report.videoCompleted === true || report.totalWatched === true;
}

/**
 * One report out of two of the same item: percents and flags only rise (domain/rules/completion.ts), of everything else the
 * later one stands, but a completion keeps the instant at which it happened, since it counts for that day.
 */
export function mergeReports(earlier: SaveProgressRequest, later: SaveProgressRequest): SaveProgressRequest {
  // What an epoch reported ends with it: the server would take it for the other one's.
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

/**
 * Keeps a report of an item (by its date) that could not be saved, until it can be or this member signs in again. What was
 * kept in the same slot before is replaced; null empties it.
 */
export function keepProgress(owner: ProgressOwner, report: SaveProgressRequest | null, slot: string): void {
  const key = [PREFIX, owner.memberId, owner.id, slot].join(":");
  try {
    if (report === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(report));
  } catch {
    // Storage is blocked or full: as good as lost, and no reason to disturb the member.
  }
}

/** Sends what this member left unsent and drops what another one did. Never fails: what does not get through stays. */
export async function sendKeptProgress(memberId: string): Promise<void> {
  try {
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith(`${PREFIX}:`));
    if (kept.length === 0) return;
    const { saveProgressRequest } = await import("#domain/contract/progress.ts");
    const byDate = new Map<string, { report: SaveProgressRequest; slots: [key: string, text: string][] }>();
    const reports = kept.flatMap(([key, text]) => {
      const [, , owner, date = ""] = key.split(":");
      const parsed = saveProgressRequest.safeParse(parseJson(text));
      if (owner === memberId && parsed.success)
        return [{ slot: [key, text] as [string, string], date, report: parsed.data }];
      localStorage.removeItem(key);
      return [];
    });
    for (const { slot, date, report } of reports.sort((a, b) => (a.report.at ?? "").localeCompare(b.report.at ?? ""))) {
      const known = byDate.get(date);
      byDate.set(date, {
        report: known ? mergeReports(known.report, report) : report,
        slots: [...(known?.slots ?? []), slot],
      });
    }
    await Promise.all(
      [...byDate].map(async ([date, { report, slots }]) => {
        if (!(await isSettled(date, report))) return;
        // A page that is open may have kept a later report meanwhile.
        for (const [key, text] of slots) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
      }),
    );
  } catch {
    // Kept for the next time.
  }
}

/** Whether a report has been saved, or refused for good; of a 401 the next sign-in makes something. */
async function isSettled(id: string, json: SaveProgressRequest): Promise<boolean> {
  try {
    const init = { signal: AbortSignal.timeout(PATIENCE_MS) };
    await read(api.progress[":id"].$post({ param: { id }, json }, { init }));
    return true;
  } catch (error) {
    return isRefusal(error) && !hasErrorCode(error, "unauthorized");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
