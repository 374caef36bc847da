/** What a player in a framed document of our own and its page say to one another, both of one origin. */

/** Events that the page's element hears of and passes on as its own. */
export const FRAMED_EVENTS = [
  "loadstart",
  "loadedmetadata",
  "durationchange",
  "play",
  "playing",
  "pause",
  "waiting",
  "seeking",
  "seeked",
  "timeupdate",
  "progress",
  "ratechange",
  "volumechange",
  "ended",
  "error",
] as const;
export type FramedEvent = (typeof FRAMED_EVENTS)[number];

export type FramedState = {
  currentTime: number;
  duration: number;
  paused: boolean;
  seeking: boolean;
  muted: boolean;
  volume: number;
  playbackRate: number;
  readyState: number;
  /** End of what is loaded, in seconds. */
  bufferedEnd: number;
  error: { code: number; message: string } | null;
};

type FramedCommand =
  | { command: "play" | "pause" }
  | { command: "currentTime" | "volume" | "playbackRate"; value: number }
  | { command: "muted"; value: boolean };

/** Marks our messages among those of extensions and of the provider's own frames. */
const MARK = "framed-media";

export type CommandMessage = FramedCommand & { mark: typeof MARK };
export type EventMessage = { mark: typeof MARK; event: FramedEvent; state: FramedState };

export function postMarked(target: Window, message: FramedCommand | Omit<EventMessage, "mark">): void {
  target.postMessage({ ...message, mark: MARK }, window.location.origin);
}

/** The message, if it is one of ours and comes from that very window of our own origin. */
export function readMarked<Message>(event: MessageEvent, source: Window | null): Message | null {
  if (event.origin !== window.location.origin || source === null || event.source !== source) return null;
  const isMarked = typeof event.data === "object" && event.data !== null && event.data.mark === MARK;
  return isMarked ? (event.data as Message) : null;
}
