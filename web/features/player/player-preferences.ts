import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";

/** What the player remembers in this browser until the member signs out. */
const STORAGE_KEYS = {
  volume: "player_volume",
  speed: "player_speed",
  keys: "player_keys",
  captions: "player_captions",
} as const;

export function readPreference(name: keyof typeof STORAGE_KEYS): number {
  try {
    return Number.parseFloat(localStorage.getItem(STORAGE_KEYS[name]) ?? "");
  } catch {
    return Number.NaN;
  }
}

export function rememberPreference(name: keyof typeof STORAGE_KEYS, value: number): void {
  try {
    localStorage.setItem(STORAGE_KEYS[name], String(value));
  } catch {
    // A browser that blocks site data forgets it with the page.
  }
}

/** The speed that was chosen last in this browser, if it is one on offer. */
export function rememberedSpeed(): number | null {
  const stored = readPreference("speed");
  return PLAYBACK_SPEEDS.find((known) => known === stored) ?? null;
}

/** A medium goes on at the volume and speed that were chosen last. */
export function applyPreferences(media: HTMLMediaElement): void {
  const volume = readPreference("volume");
  if (volume >= 0 && volume <= 1) media.volume = volume;
  setSpeed(media, rememberedSpeed() ?? 1);
}

export function setSpeed(media: HTMLMediaElement, speed: number): void {
  // A reload of the source goes back to the default rate.
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}

export function setVolume(media: HTMLMediaElement, volume: number): void {
  media.volume = volume;
  media.muted = false;
  rememberPreference("volume", volume);
}

let isVolumeOurs: boolean | null = null;

/** Whether the device lets a page set the volume; phones of one maker answer 1 whatever is set. */
export function canSetVolume(): boolean {
  if (isVolumeOurs === null) {
    const probe = document.createElement("audio");
    probe.volume = 0.5;
    isVolumeOurs = probe.volume === 0.5;
  }
  return isVolumeOurs;
}
