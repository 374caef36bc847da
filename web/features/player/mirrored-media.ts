import type { PlayerInfo } from "./youtube-messages.ts";

/** YouTube's player states. */
const STATE = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 };
/** In these states, a seek would start playback. */
const IDLE: number[] = [STATE.unstarted, STATE.ended, STATE.cued];
/** HTMLMediaElement's `readyState` values. */
export const HAS = { nothing: 0, metadata: 1, currentData: 2, futureData: 3 };

function rangesUntil(end: number): TimeRanges {
  return { length: end > 0 ? 1 : 0, start: () => 0, end: () => end };
}

/** Turns YouTube's state messages into the properties and events of a media element. */
export class MirroredMedia extends HTMLElement {
  paused = true;
  ended = false;
  seeking = false;
  readyState = HAS.nothing;
  duration = Number.NaN;
  error: { code: number; message: string } | null = null;
  /** The position at which Play starts, while the player is idle. */
  protected startAt: number | null = null;
  protected position = 0;
  #playerState = STATE.unstarted;
  #bufferedEnd = 0;

  protected get isIdle(): boolean {
    return IDLE.includes(this.#playerState);
  }

  get buffered(): TimeRanges {
    return rangesUntil(this.#bufferedEnd);
  }

  get seekable(): TimeRanges {
    return rangesUntil(this.duration || 0);
  }

  protected forget(): void {
    const { nothing: readyState } = HAS;
    Object.assign(this, { paused: true, ended: false, seeking: false, readyState, duration: Number.NaN, error: null });
    this.startAt = null;
    this.position = 0;
    this.#playerState = STATE.unstarted;
    this.#bufferedEnd = 0;
  }

  protected emit(event: string): void {
    this.dispatchEvent(new Event(event));
  }

  protected take({ playerState, currentTime, duration, videoLoadedFraction }: PlayerInfo): void {
    // The player reports a duration of 0 until it knows the real one.
    if (duration !== undefined && duration > 0 && duration !== this.duration) {
      this.duration = duration;
      this.emit("durationchange");
    }
    const bufferedEnd = (videoLoadedFraction ?? 0) * this.duration;
    if (bufferedEnd > 0 && bufferedEnd !== this.#bufferedEnd) {
      this.#bufferedEnd = bufferedEnd;
      this.emit("progress");
    }
    if (currentTime !== undefined && this.startAt === null) this.arrive(currentTime);
    if (playerState !== undefined) this.#enter(playerState);
  }

  protected arrive(position: number): void {
    this.position = position;
    if (this.seeking) {
      this.seeking = false;
      this.emit("seeked");
    }
    this.emit("timeupdate");
  }

  #enter(next: number): void {
    const before = this.#playerState;
    if (next === before) return;
    this.#playerState = next;
    // A seek buffers too; a video that was paused before it stays paused.
    const isPlaying = next === STATE.playing || (next === STATE.buffering && before !== STATE.paused);
    if (isPlaying && this.paused) {
      this.paused = false;
      this.ended = false;
      this.emit("play");
    }
    if (next === STATE.playing || next === STATE.buffering) {
      const isWaiting = next === STATE.buffering;
      this.readyState = isWaiting ? HAS.currentData : HAS.futureData;
      this.emit(isWaiting ? "waiting" : "playing");
    } else this.#stop(next === STATE.ended);
  }

  #stop(hasEnded: boolean): void {
    this.ended = hasEnded;
    if (!this.paused) {
      this.paused = true;
      this.emit("pause");
    }
    if (hasEnded) this.emit("ended");
  }
}
