import { HAS, MirroredMedia } from "./mirrored-media.ts";
import { askForAnswers, command, type PlayerInfo, readMessage, youTubeAddress } from "./youtube-messages.ts";

const FIRST_ASKED_AGAIN_MS = 250;

type Wishes = { volume: number; muted: boolean; playbackRate: number };
const CHANGES = { volume: "volumechange", muted: "volumechange", playbackRate: "ratechange" } as const;

/** YouTube's player as a media element. No YouTube script runs here (docs/decisions/0018-one-player-and-a-framed-youtube.md). */
export class FramedVideo extends MirroredMedia {
  static readonly observedAttributes = ["video-id"];
  defaultPlaybackRate = 1;
  // Settings outlive an iframe: the player gets them once it is ready.
  #wishes: Wishes = { volume: 1, muted: false, playbackRate: 1 };
  #playsOnceReady = false;
  #frame: HTMLIFrameElement | null = null;
  #asking = 0;

  connectedCallback(): void {
    window.addEventListener("message", this.#onMessage);
    this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.#onMessage);
    this.#unload();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.load();
  }

  /** Loads the iframe again, which also recovers from an error. */
  load(): void {
    this.#unload();
    const id = this.getAttribute("video-id");
    if (id === null) return;
    const frame = document.createElement("iframe");
    frame.allow = "autoplay; fullscreen";
    frame.title = this.title;
    // YouTube refuses to play without a referrer (error 153).
    frame.referrerPolicy = "strict-origin-when-cross-origin";
    frame.src = youTubeAddress(id, window.location.origin);
    frame.style.cssText = "display:block;width:100%;height:100%;border:0";
    frame.addEventListener("load", () => this.#ask(FIRST_ASKED_AGAIN_MS), { once: true });
    this.#frame = frame;
    this.append(frame);
  }

  #unload(): void {
    clearTimeout(this.#asking);
    this.#frame?.remove();
    this.#frame = null;
    this.#playsOnceReady = false;
    this.forget();
  }

  get #player(): Window | null {
    return this.#frame?.contentWindow ?? null;
  }

  /** Polls less and less often: a blocked player never answers. */
  #ask(againInMs: number): void {
    if (this.#player) askForAnswers(this.#player);
    this.#asking = window.setTimeout(() => this.#ask(againInMs * 1.25), againInMs);
  }

  #onMessage = (event: MessageEvent): void => {
    const message = readMessage(event, this.#player);
    if (message === null) return;
    if (message.event === "onReady") this.#begin();
    else if (message.event === "info") {
      this.take(message.info);
      // Before it is ready, it reports settings remembered from other pages.
      if (this.readyState > HAS.nothing) this.#adopt(message.info);
    } else {
      this.error = { code: message.code, message: `YouTube's player says error ${message.code}` };
      this.emit("error");
    }
  };

  #begin(): void {
    clearTimeout(this.#asking);
    if (this.readyState > HAS.nothing) return;
    this.readyState = HAS.metadata;
    const { volume, muted, playbackRate } = this.#wishes;
    Object.assign(this, { volume, muted, playbackRate });
    this.emit("loadedmetadata");
    if (this.#playsOnceReady) void this.play();
  }

  #adopt({ volume, muted, playbackRate }: PlayerInfo): void {
    this.#take("volume", volume === undefined ? undefined : volume / 100);
    this.#take("muted", muted);
    this.#take("playbackRate", playbackRate);
  }

  #take<Name extends keyof typeof CHANGES>(name: Name, value: Wishes[Name] | undefined): void {
    if (value === undefined || value === this.#wishes[name]) return;
    this.#wishes[name] = value;
    this.emit(CHANGES[name]);
  }

  #command(method: string, ...args: unknown[]): void {
    if (this.#player && this.readyState > HAS.nothing) command(this.#player, method, ...args);
  }

  async play(): Promise<void> {
    this.#playsOnceReady = true;
    if (this.readyState === HAS.nothing) return;
    if (this.startAt !== null) this.#command("seekTo", this.startAt, true);
    this.startAt = null;
    this.#command("playVideo");
  }

  pause(): void {
    this.#playsOnceReady = false;
    this.#command("pauseVideo");
  }

  get currentTime(): number {
    return this.position;
  }

  set currentTime(value: number) {
    this.ended = false;
    this.seeking = true;
    this.position = value;
    this.emit("seeking");
    if (this.isIdle) {
      this.startAt = value;
      this.arrive(value);
    } else {
      this.#command("seekTo", value, true);
      this.emit("timeupdate");
    }
  }

  get volume(): number {
    return this.#wishes.volume;
  }

  set volume(value: number) {
    this.#command("setVolume", Math.round(value * 100));
    this.#take("volume", value);
  }

  get muted(): boolean {
    return this.#wishes.muted;
  }

  set muted(value: boolean) {
    this.#command(value ? "mute" : "unMute");
    this.#take("muted", value);
  }

  get playbackRate(): number {
    return this.#wishes.playbackRate;
  }

  set playbackRate(value: number) {
    this.#command("setPlaybackRate", value);
    this.#take("playbackRate", value);
  }
}

export function defineFramedVideo(): void {
  if (!customElements.get("framed-video")) customElements.define("framed-video", FramedVideo);
}
