import { themeColor } from "../build/theme-colors.ts";

export const NIGHT = themeColor("night");
export const BOLT = themeColor("bolt");
export const FLARE = themeColor("flare");
export const EMBER = themeColor("ember");

/** The colour at `share` (0–1) of the way from one to the other. */
export function mix(from: string, to: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** A silhouette's colour: the nearer (0 far, 1 near) the closer to the night. */
export function depth(nearness: number): string {
  return mix(mix(NIGHT, EMBER, 0.3), NIGHT, 0.25 + 0.75 * nearness);
}
