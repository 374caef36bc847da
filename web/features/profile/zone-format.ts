/** A formatter by a zone's clock; undefined where this browser's zone data is older than the zone, or than its name. */
export function zoneFormat(zone: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
  } catch {
    return undefined;
  }
}

/** "6:02 AM" on a zone's clock; undefined where this browser cannot tell its time. */
export function clockTimeAt(instant: string, zone: string): string | undefined {
  return zoneFormat(zone, { hour: "numeric", minute: "2-digit" })?.format(new Date(instant));
}
