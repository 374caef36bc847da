import type { SaveProgressRequest } from "#domain/contract/progress.ts";

export const SESSION_SECONDS = 720;

const completed = { audioCompleted: true };

/**
 * What the browser saves while a phone plays a session of 12 minutes: its screen goes dark after half a minute, then
 * every two minutes, at 80 percent, and at the end. The reporter's test expects these, and the Worker's counts their rows.
 */
export const SESSION_SAVES: SaveProgressRequest[] = [
  { audioPosition: 30, audioProgress: 4 },
  { audioPosition: 120, audioProgress: 16 },
  { audioPosition: 240, audioProgress: 33 },
  { audioPosition: 360, audioProgress: 50 },
  { audioPosition: 480, audioProgress: 66 },
  { audioPosition: 576, audioProgress: 80, ...completed },
  { audioPosition: 696, audioProgress: 96, ...completed },
  { audioPosition: 720, audioProgress: 100, ...completed },
];

/** What the app reads on a morning: the dashboard, the session's page, and what shows that it's complete. */
export function morningReads(date: string): string[] {
  const month = `/api/content?year=${Number(date.slice(0, 4))}&month=${Number(date.slice(5, 7))}`;
  const dashboard = ["/api/auth/verify", month, "/api/user/engagement", "/api/user/activity"];
  const item = `/api/content/${date}`;
  const session = [item, `/api/progress/${date}`, `/api/progress/${date}`, month, month, "/api/user/profile"];
  const moment = ["/api/user/activity", "/api/user/profile", month];
  return [...dashboard, "/api/user/profile", "/api/content/library?started=1", ...session, ...moment];
}
