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
