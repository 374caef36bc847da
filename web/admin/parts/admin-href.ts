import { APP_PAGES } from "#domain/paths.ts";
import type { AdminTab } from "#domain/rules/admin-places.ts";

export type AdminPlace = { tab: AdminTab } & Record<string, string>;

/** The address of a place in the administrator's area. */
export function adminHref(place: AdminPlace): string {
  return `${APP_PAGES.admin}?${new URLSearchParams(place)}`;
}
