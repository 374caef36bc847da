import { type EventMessage, type FramedState, postMarked, readMarked } from "../../lib/framed-media.ts";

const UNKNOWN: FramedState = {
  currentTime: 0,
  duration: Number.NaN,
  paused: true,
  seeking: false,
  muted: false,
  volume: 1,
  playbackRate: 1,
  readyState: 0,
  bufferedEnd: 0,
  error: null,
};

function rangesUntil(end: number): TimeRanges {
  return { length: end > 0 ? 1 : 0, start: () => 0, end: () => end };
}

/**
 * A player in a framed document of our own, with the part of HTMLMediaElement that controls and reports use. What it says of
 * itself is what the frame told last, or what was asked for since.
 */
export class FramedVideo extends HTMLElement {
  static readonly observedAttributes = ["src"];
  #state = { ...UNKNOWN };
  #hasEnded = false;
  #frame: HTMLIFrameElement | null = null;
  defaultPlaybackRate = 1;

  connectedCallback(): void {
    window.addEventListener("message", this.#onMessage);
    this.#load();
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.#onMessage);
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.#load();
  }

  /** Loads the frame anew, which is also the way out of an error. */
  load(): void {
    this.#load();
  }

  #load(): void {
    const src = this.getAttribute("src");
    this.#state = { ...UNKNOWN };
    this.#hasEnded = false;
    this.#frame?.remove();
    this.#frame = null;
    if (src === null) return;
    const frame = document.createElement("iframe");
    frame.allow = "autoplay; fullscreen";
    frame.title = this.title;
    frame.src = src;
    frame.style.cssText = "display:block;width:100%;height:100%;border:0";
    this.#frame = frame;
    this.append(frame);
  }

  #onMessage = (event: MessageEvent): void => {
    const message = readMarked<EventMessage>(event, this.#frame?.contentWindow ?? null);
    if (message === null) return;
    this.#state = message.state;
    if (message.event === "ended") this.#hasEnded = true;
    if (message.event === "playing" || message.event === "seeking") this.#hasEnded = false;
    this.dispatchEvent(new Event(message.event));
  };

  #command(message: Parameters<typeof postMarked>[1]): void {
    if (this.#frame?.contentWindow) postMarked(this.#frame.contentWindow, message);
  }

  async play(): Promise<void> {
    this.#command({ command: "play" });
  }

  pause(): void {
    this.#command({ command: "pause" });
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(value: string) {
    this.setAttribute("src", value);
  }

  get paused(): boolean {
    return this.#state.paused;
  }

  get ended(): boolean {
    return this.#hasEnded;
  }

  get seeking(): boolean {
    return this.#state.seeking;
  }

  get readyState(): number {
    return this.#state.readyState;
  }

  get error(): FramedState["error"] {
    return this.#state.error;
  }

  get duration(): number {
    return this.#state.duration;
  }

  get buffered(): TimeRanges {
    return rangesUntil(this.#state.bufferedEnd);
  }

  get seekable(): TimeRanges {
    return rangesUntil(this.#state.duration || 0);
  }

  get currentTime(): number {
    return this.#state.currentTime;
  }

  set currentTime(value: number) {
    this.#state.currentTime = value;
    this.#command({ command: "currentTime", value });
  }

  get volume(): number {
    return this.#state.volume;
  }

  set volume(value: number) {
    this.#state.volume = value;
    this.#command({ command: "volume", value });
  }

  get muted(): boolean {
    return this.#state.muted;
  }

  set muted(value: boolean) {
    this.#state.muted = value;
    this.#command({ command: "muted", value });
  }

  get playbackRate(): number {
    return this.#state.playbackRate;
  }

  set playbackRate(value: number) {
    this.#state.playbackRate = value;
    this.#command({ command: "playbackRate", value });
  }
}

export function defineFramedVideo(): void {
  if (!customElements.get("framed-video")) customElements.define("framed-video", FramedVideo);
}
