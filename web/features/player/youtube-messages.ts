import { isRecord, parseJson } from "../../lib/parse-json.ts";

/** The "-nocookie" host sets no cookie before the member presses play. */
const HOST = "https://www.youtube-nocookie.com";
/** Identifies our messages and the player's replies as one conversation, as YouTube's own script does. */
const CONVERSATION = { id: 1, channel: "widget" };
/** We draw our own controls, and nothing of YouTube's leads away from the session. */
const PARAMETERS = {
  enablejsapi: "1",
  widgetid: "1",
  controls: "0",
  playsinline: "1",
  rel: "0",
  iv_load_policy: "3",
  cc_load_policy: "1",
};

/** The player's state, with a volume of 0 to 100; a message carries only the fields that changed. */
export type PlayerInfo = ReturnType<typeof infoOf>;

type PlayerMessage = { event: "onReady" } | { event: "onError"; code: number } | { event: "info"; info: PlayerInfo };

/** The URL of YouTube's player for a video. It only accepts commands from pages of `origin`. */
export function youTubeAddress(id: string, origin: string): string {
  return `${HOST}/embed/${id}?${new URLSearchParams({ ...PARAMETERS, origin })}`;
}

/** Subscribes to the player's events. It ignores messages until it is ready, so call this again until it sends `onReady`. */
export function askForAnswers(player: Window): void {
  post(player, { event: "listening" });
  for (const event of ["onStateChange", "onError"]) command(player, "addEventListener", event);
}

export function command(player: Window, func: string, ...args: unknown[]): void {
  post(player, { event: "command", func, args });
}

function post(player: Window, message: object): void {
  player.postMessage(JSON.stringify({ ...message, ...CONVERSATION }), HOST);
}

/** Parses a message of that player; null for anything else, including messages from other origins. */
export function readMessage({ data, origin, source }: MessageEvent, player: Window | null): PlayerMessage | null {
  if (origin !== HOST || player === null || source !== player || typeof data !== "string") return null;
  const message = parseJson(data);
  if (!isRecord(message)) return null;
  switch (message.event) {
    case "onReady":
      return { event: "onReady" };
    case "onError":
      return { event: "onError", code: numberIn(message.info) ?? 0 };
    case "onStateChange":
      return { event: "info", info: infoOf({ playerState: message.info }) };
    case "initialDelivery":
    case "infoDelivery":
      return isRecord(message.info) ? { event: "info", info: infoOf(message.info) } : null;
    default:
      return null;
  }
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function infoOf(info: Record<string, unknown>) {
  return {
    playerState: numberIn(info.playerState),
    currentTime: numberIn(info.currentTime),
    duration: numberIn(info.duration),
    volume: numberIn(info.volume),
    muted: typeof info.muted === "boolean" ? info.muted : undefined,
    playbackRate: numberIn(info.playbackRate),
    videoLoadedFraction: numberIn(info.videoLoadedFraction),
  };
}
