/** Volume and speed outlive the page; everything else about playback does not. */
const STORAGE_KEYS = { volume: "player_volume", speed: "player_speed" } as const;

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
export type PlayerPreferences = { volume: number; speed: number };

export function parsePreferences(volumeText: string | null, speedText: string | null): PlayerPreferences {
  const volume = Number.parseFloat(volumeText ?? "");
  const speed = Number.parseFloat(speedText ?? "");
  return {
    volume: volume >= 0 && volume <= 1 ? volume : 1,
    speed: SPEEDS.some((known) => known === speed) ? speed : 1,
  };
}

export function readPreferences(): PlayerPreferences {
  try {
    return parsePreferences(localStorage.getItem(STORAGE_KEYS.volume), localStorage.getItem(STORAGE_KEYS.speed));
  } catch {
    return parsePreferences(null, null);
  }
}

export function rememberPreference(name: keyof PlayerPreferences, value: number): void {
  try {
    localStorage.setItem(STORAGE_KEYS[name], String(value));
  } catch {
    // A browser that blocks site data forgets it with the page.
  }
}
