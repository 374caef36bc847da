import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";

const format = new Intl.DateTimeFormat("en-US", { timeZone: DEFAULT_ZONE });

/** "8/12/2025": the calendar day of an ISO instant in Central time. */
export function formatCentralDate(instant: string): string {
  return format.format(new Date(instant));
}
