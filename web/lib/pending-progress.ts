import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { api, read } from "./api.ts";
import { hasErrorCode, isRefusal } from "./api-error.ts";
import { PENDING_PREFIX } from "./auth-token.ts";

const PREFIX = `${PENDING_PREFIX}progress`;
/** A sign-in waits for what it sends, but not long. */
const PATIENCE_MS = 5_000;

/** Order and repetition do not matter to the server (domain/rules/completion.ts), so unsent reports simply merge. */
export function mergeReports(a: SaveProgressRequest, b: SaveProgressRequest): SaveProgressRequest {
  const merged = { ...a, ...b };
  for (const key of ["audioProgress", "videoProgress"] as const) {
    const highest = Math.max(a[key] ?? -1, b[key] ?? -1);
    if (highest >= 0) merged[key] = highest;
  }
  for (const key of ["audioCompleted", "videoCompleted", "totalWatched"] as const) {
    if (a[key] || b[key]) merged[key] = true;
  }
  return merged;
}

/** Keeps a report of an item (by its date) that could not be saved, until this member signs in again. */
export function keepProgress(memberId: string, date: string, report: SaveProgressRequest): void {
  try {
    // A key of its own: nothing is overwritten, and nothing needs to be read while a page is being left.
    localStorage.setItem([PREFIX, memberId, date, crypto.randomUUID()].join(":"), JSON.stringify(report));
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
    const byDate = new Map<string, { report: SaveProgressRequest; keys: string[] }>();
    for (const [key, text] of kept) {
      const [, , owner, date = ""] = key.split(":");
      const parsed = saveProgressRequest.safeParse(parseJson(text));
      if (owner !== memberId || !parsed.success) localStorage.removeItem(key);
      else {
        const { report, keys } = byDate.get(date) ?? { report: {}, keys: [] };
        byDate.set(date, { report: mergeReports(report, parsed.data), keys: [...keys, key] });
      }
    }
    await Promise.all(
      [...byDate].map(async ([date, { report, keys }]) => {
        if (await isSettled(date, report)) for (const key of keys) localStorage.removeItem(key);
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
