/** The profile's hours (spec section 5); operators can widen them with WAKE_UP_HOURS. */
export const DEFAULT_WAKE_UP_HOURS = "05-09";
/** The hour of members who haven't picked another (spec section 3). */
export const FIRST_HOUR = 6;

/** `weekendTime` of members who get nothing on weekends. Defined here because the dashboard loads this file. */
export const NO_EMAIL = "none";

/** The whole hours in a range such as "05-09", inclusive; null if the text isn't a range. */
export function parseHourRange(text: string): number[] | null {
  const [, from, to] = /^(\d{2})-(\d{2})$/.exec(text) ?? [];
  const first = Number(from);
  const last = Number(to);
  if (from === undefined || first > last || last > 23) return null;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** 6 → "06:00", the wire format of `emailTime`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** "06:00" → 6; null for anything but a whole hour. */
export function parseHour(text: string): number | null {
  const [, hour] = /^([01]\d|2[0-3]):00$/.exec(text) ?? [];
  return hour === undefined ? null : Number(hour);
}

/** "06:00" → "6:00" and "AM" */
export function clockParts(time: string): { clock: string; half: "AM" | "PM" } {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return { clock: `${hours % 12 || 12}:${String(minutes).padStart(2, "0")}`, half: hours < 12 ? "AM" : "PM" };
}

export function clockTime(time: string): string {
  const { clock, half } = clockParts(time);
  return `${clock} ${half}`;
}

/** "12:00 noon" and "12:00 midnight", which AM and PM leave open; other times as `clockTime`. */
export function spokenTime(time: string): string {
  if (time === "12:00") return "12:00 noon";
  return time === "00:00" ? "12:00 midnight" : clockTime(time);
}

/** Whether people wake up at that time: from 3 to 11 AM. */
export const isMorning = (time: string): boolean => time >= "03:00" && time <= "11:00";

export const clockHour = (hour: number): string => clockTime(formatHour(hour));
