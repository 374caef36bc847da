import { BRAND } from "#domain/brand.ts";

/** A link that opens a mail to the support address with its subject filled in. */
export function supportMailLink(subject: string): string {
  return `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent(subject)}`;
}
