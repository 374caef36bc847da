/** Used by the Back and Forward buttons, the keys, and the lock screen. */
export const SKIP_SECONDS = 15;

/** Seconds as m:ss (spec section 2); an unknown duration shows as 0:00. */
export function formatMediaTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A length as m:ss, rounded like the library's, so that the player says the same before and after it knows the file's. */
export const formatLength = (seconds: number): string => formatMediaTime(Math.round(seconds));

/** At the end, the length as it's shown. */
export const formatPosition = (seconds: number, length: number): string =>
  seconds < length || length === 0 ? formatMediaTime(seconds) : formatLength(length);

/** "1 minute 5 seconds of 3 minutes", for screen readers */
export function spokenPosition(position: number, duration: number): string {
  return `${spoken(position)} of ${spoken(duration)}`;
}

function spoken(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [
    minutes > 0 ? `${minutes} minute${minutes === 1 ? "" : "s"}` : "",
    rest > 0 || minutes === 0 ? `${rest} second${rest === 1 ? "" : "s"}` : "",
  ];
  return parts.filter(Boolean).join(" ");
}
