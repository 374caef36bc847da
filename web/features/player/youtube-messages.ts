import { isRecord, parseJson } from "../../lib/parse-json.ts";

/** Its "-nocookie" host sets no cookie before the member presses play. */
const HOST = "https://www.youtube-nocookie.com";
/** Marks our messages and the player's answers as those of one conversation, as YouTube's own script does. */
const CONVERSATION = { id: 1, channel: "widget" };
/** Controls are ours, and nothing else of YouTube's leads away from the session. */
const PARAMETERS = {
  enablejsapi: "1",
  widgetid: "1",
  controls: "0",
  playsinline: "1",
  rel: "0",
  iv_load_policy: "3",
  cc_load_policy: "1",
};

/** What the player says of itself; a message holds the part that has changed. */
export type PlayerInfo = {
  playerState: number | undefined;
  currentTime: number | undefined;
  duration: number | undefined;
  /** 0 to 100. */
  volume: number | undefined;
  muted: boolean | undefined;
  playbackRate: number | undefined;
  videoLoadedFraction: number | undefined;
};

type PlayerMessage = { event: "onReady" } | { event: "onError"; code: number } | { event: "info"; info: PlayerInfo };

/** YouTube's player of a video. It takes commands from pages of `origin` alone. */
export function youTubeAddress(id: string, origin: string): string {
  return `${HOST}/embed/${id}?${new URLSearchParams({ ...PARAMETERS, origin })}`;
}

/** Asks the player to answer. It does not hear this before it is ready, so it is asked again until it has said `onReady`. */
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

/** What the player in that frame says; null for anything else, and for whatever comes from elsewhere. */
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

function infoOf(told: Record<string, unknown>): PlayerInfo {
  return {
    playerState: numberIn(told.playerState),
    currentTime: numberIn(told.currentTime),
    duration: numberIn(told.duration),
    volume: numberIn(told.volume),
    muted: typeof told.muted === "boolean" ? told.muted : undefined,
    playbackRate: numberIn(told.playbackRate),
    videoLoadedFraction: numberIn(told.videoLoadedFraction),
  };
}
