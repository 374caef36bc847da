import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";
import { stored } from "../../lib/stored.ts";

const remembered = <Value extends number>(key: string, parse: (value: unknown) => Value | null) =>
  stored(key, parse, { scope: "browser", endsWith: "session" });
const isOn = (value: unknown) => (value === 0 || value === 1 ? value : null);

/** What the player remembers in this browser until the member logs out. */
export const PREFERENCES = {
  volume: remembered("player_volume", (value) =>
    typeof value === "number" && value >= 0 && value <= 1 ? value : null,
  ),
  speed: remembered<number>("player_speed", (value) => PLAYBACK_SPEEDS.find((known) => known === value) ?? null),
  keys: remembered("player_keys", isOn),
  captions: remembered("player_captions", isOn),
};

export function applyPreferences(media: HTMLMediaElement): void {
  const volume = PREFERENCES.volume.read();
  if (volume !== null) media.volume = volume;
  setSpeed(media, PREFERENCES.speed.read() ?? 1);
}

export function setSpeed(media: HTMLMediaElement, speed: number): void {
  // Reloading the source resets `playbackRate` to this.
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}

export function setVolume(media: HTMLMediaElement, volume: number): void {
  media.volume = volume;
  media.muted = false;
  PREFERENCES.volume.write(volume);
}

let isVolumeOurs: boolean | null = null;

/** Whether the device lets a page set the volume; iPhones always report 1. */
export function canSetVolume(): boolean {
  if (isVolumeOurs === null) {
    const probe = document.createElement("audio");
    probe.volume = 0.5;
    isVolumeOurs = probe.volume === 0.5;
  }
  return isVolumeOurs;
}
