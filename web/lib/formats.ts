// DEFAULT_ZONE of domain/rules/time-zones.ts, which the pages around signing in do not load.
const CENTRAL = "America/Chicago";

const central = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: CENTRAL });
  return (instant: string) => format.format(new Date(instant));
};

/** "November 20, 2026", in Central time like every date of an account. */
export const accountDate = central({ dateStyle: "long" });

/** "November 20", likewise. */
export const accountDay = central({ month: "long", day: "numeric" });

/** "8/12/2025", likewise. */
export const formatCentralDate = central({});

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

export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function clockTimeHere(instant: number): string {
  return new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }).format(instant);
}
