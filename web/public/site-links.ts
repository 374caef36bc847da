import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";

export const NAV_LINKS = [
  { label: "Home", href: PUBLIC_PAGES.home },
  { label: "Subscribe", href: PUBLIC_PAGES.subscribe },
  { label: "Dashboard", href: APP_PAGES.dashboard },
  { label: "Admin", href: APP_PAGES.admin },
] as const;

/** A link that opens a mail to the support address with its subject filled in. */
export function supportMailLink(subject: string): string {
  return `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent(subject)}`;
}
