/** An ISO text or epoch milliseconds. */
type Instant = string | number;
/** An IANA name, or null for this device's clock, whose zone may have no name. */
type Zone = string | null;

// Same as DEFAULT_ZONE in rules/time-zones.ts. This file imports nothing, because the login pages load it.
const CENTRAL = "America/Chicago";

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs far more than using it. This device's isn't kept, because its zone may change. */
function dateFormat(options: Intl.DateTimeFormatOptions, zone: Zone): Intl.DateTimeFormat {
  if (zone === null) return new Intl.DateTimeFormat("en-US", options);
  const key = `${zone} ${JSON.stringify(options)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
  dateFormats.set(key, format);
  return format;
}

/** A format for instants: in Central time, like all account dates, unless it's given a zone. It throws if Intl doesn't know that. */
function instants(options: Intl.DateTimeFormatOptions) {
  return (instant: Instant, zone: Zone = CENTRAL) => dateFormat(options, zone).format(new Date(instant));
}

/** "Nov 20, 2026" */
export const formatDate = instants({ dateStyle: "medium" });
/** "11/20/2026" */
export const formatNumericDate = instants({});
const dateTime = instants({ dateStyle: "medium", timeStyle: "short" });
/** "Nov 20, 2026, 6:00 AM Central": it's read anywhere. */
export const formatDateTime = (instant: Instant) => `${dateTime(instant)} Central`;
const timeInZone = instants({
  weekday: "long",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
const ZONE_BY_LETTER: Record<string, string> = { C: "Central", E: "Eastern", M: "Mountain", P: "Pacific" };
/** "Friday, November 20 at 6:00 AM Central", or "… 1:00 PM GMT+1" */
export const formatTimeInZone = (instant: Instant, zone?: Zone) =>
  timeInZone(instant, zone).replace(/\b([CEMP])[SD]T$/, (_, letter) => ZONE_BY_LETTER[letter] ?? "");
/** "6:00 AM" */
export const formatTime = instants({ timeStyle: "short" });

/** Undefined if this browser's zone data lacks the zone or its current name. */
function ifKnown<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** "6:00 AM" on a zone's clock; undefined if this browser doesn't know the zone. */
export const formatTimeIfKnown = (instant: Instant, zone: string) => ifKnown(() => formatTime(instant, zone));

/** This device's zone; it may be Etc/Unknown, which isn't a zone. */
export const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The platform's own name of a zone: browsers and servers may differ, as with Asia/Kolkata and Asia/Calcutta. */
export function canonicalZone(zone: string): string | undefined {
  return ifKnown(() => new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone);
}

/** "India Standard Time": how people call a zone whose ID names only one city; empty if the browser has no name for it. */
export function spokenZone(zone: string): string {
  const format = ifKnown(() => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" }));
  return format?.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** "1,400" */
export const formatNumber = (value: number) => value.toLocaleString("en-US");

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** 999 and "USD" → "$9.99" */
export function formatMoney(cents: number, currency: string): string {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  moneyFormats.set(currency, format);
  return format.format(cents / 100);
}

/** 725 → "12 min": a session's length, from its seconds */
export const formatMinutes = (seconds: number) => `${formatNumber(Math.max(1, Math.round(seconds / 60)))} min`;

const BYTE_UNITS = ["B", "KB", "MB", "GB"] as const;

/** 1234567 → "1.2 MB" */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1);
  const amount = bytes / 1000 ** power;
  return `${amount.toFixed(power > 1 && amount < 100 ? 1 : 0)} ${BYTE_UNITS[power]}`;
}

/** "1 month", "1,400 months" */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A date or a count that stays on one line. */
export const unbroken = (words: string) => words.replaceAll(" ", "\u00a0");

/** "1, 2, and 3" or "1, 2, or 3" */
export function formatList(items: readonly string[], word: "and" | "or"): string {
  return new Intl.ListFormat("en-US", { type: word === "and" ? "conjunction" : "disjunction" }).format(items);
}
