// Same as DEFAULT_ZONE in domain/rules/time-zones.ts, which the sign-in pages don't load.
const CENTRAL = "America/Chicago";

export const central = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: CENTRAL });
  return (instant: string) => format.format(new Date(instant));
};

/** "November 20, 2026", in Central time like all account dates. */
export const accountDate = central({ dateStyle: "long" });

/** "November 20", in Central time. */
export const accountDay = central({ month: "long", day: "numeric" });

/** "8/12/2025", in Central time. */
export const formatCentralDate = central({});

/** A formatter for a zone's clock; undefined if this browser's zone data lacks the zone or its current name. */
export function zoneFormat(zone: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
  } catch {
    return undefined;
  }
}

/** "6:02 AM" on a zone's clock; undefined if this browser doesn't know the zone. */
export function clockTimeAt(instant: string, zone: string): string | undefined {
  return zoneFormat(zone, { hour: "numeric", minute: "2-digit" })?.format(new Date(instant));
}

export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function clockTimeHere(instant: number): string {
  return new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }).format(instant);
}
