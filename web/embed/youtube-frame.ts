import {
  type CommandMessage,
  FRAMED_EVENTS,
  type FramedEvent,
  type FramedState,
  postMarked,
  readMarked,
} from "../lib/framed-media.ts";

/** YouTube's player tells of no change of time; a page's progress bar moves as often as that of a file. */
const TELL_TIME_EVERY_MS = 250;
const YOUTUBE_API = "https://www.youtube.com/iframe_api";

type YouTubeGlobals = { YT?: { Player?: unknown }; onYouTubeIframeAPIReady?: () => void };

/** Loads YouTube's script before the element asks for it: the element would leave a failure as an unhandled rejection. */
function loadYouTubeApi(): Promise<void> {
  const globals = window as YouTubeGlobals;
  return new Promise((resolve, reject) => {
    globals.onYouTubeIframeAPIReady = resolve;
    const script = document.createElement("script");
    script.src = YOUTUBE_API;
    script.addEventListener("error", () => reject(new Error("YouTube's player script did not load")));
    document.head.append(script);
  });
}

function stateOf(media: HTMLMediaElement): FramedState {
  const { currentTime, duration, paused, seeking, muted, volume, playbackRate, readyState, buffered, error } = media;
  return {
    currentTime,
    duration,
    paused,
    seeking,
    muted: Boolean(muted),
    volume,
    playbackRate,
    readyState,
    bufferedEnd: buffered.length > 0 ? buffered.end(buffered.length - 1) : 0,
    error: error && { code: error.code, message: error.message },
  };
}

function obey(media: HTMLMediaElement, message: CommandMessage): void {
  if (message.command === "play") media.play().catch(() => undefined);
  else if (message.command === "pause") media.pause();
  else if (message.command === "muted") media.muted = message.value;
  else if ("value" in message) media[message.command] = message.value;
}

function fail(message: string): void {
  const nothing = { currentTime: 0, duration: 0, volume: 1, playbackRate: 1, readyState: 0, bufferedEnd: 0 };
  const state = { ...nothing, paused: true, seeking: false, muted: false, error: { code: 4, message } };
  postMarked(window.parent, { event: "error", state });
}

/** Puts YouTube's player into this document and joins it to the page around it (docs/decisions/0018-one-player-and-a-framed-youtube.md). */
async function start(): Promise<void> {
  const id = window.location.pathname.split("/").filter(Boolean).at(-1) ?? "";
  await Promise.all([loadYouTubeApi(), import("youtube-video-element")]);
  const media = document.createElement("youtube-video") as unknown as HTMLMediaElement;
  const tell = (event: FramedEvent) => postMarked(window.parent, { event, state: stateOf(media) });
  for (const event of FRAMED_EVENTS) media.addEventListener(event, () => tell(event));
  media.addEventListener("loadedmetadata", () => {
    media.shadowRoot?.querySelector("iframe")?.setAttribute("title", "Video on YouTube");
  });
  window.addEventListener("message", (event) => {
    const message = readMarked<CommandMessage>(event, window.parent);
    if (message) obey(media, message);
  });
  setInterval(() => !media.paused && tell("timeupdate"), TELL_TIME_EVERY_MS);
  media.setAttribute("playsinline", "");
  // The "-nocookie" host sets no cookie before the member presses play.
  media.setAttribute("src", `https://www.youtube-nocookie.com/embed/${id}`);
  document.body.append(media);
}

start().catch((error) => fail(String(error)));
