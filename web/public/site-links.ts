import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";

/** Every legal text under its own title. */
export const LEGAL_LINKS = [
  { label: "Terms of Service", href: PUBLIC_PAGES.terms },
  { label: "Privacy Policy", href: PUBLIC_PAGES.privacy },
  { label: "Subscription Terms", href: PUBLIC_PAGES.subscriptionTerms },
  { label: "Member Agreement", href: PUBLIC_PAGES.memberAgreement },
  { label: "Refund Policy", href: PUBLIC_PAGES.refundRequests },
  { label: "Privacy Settings", href: PUBLIC_PAGES.privacySettings },
];

/** A link that opens a mail to the support address with its subject filled in. */
export function supportMailLink(subject: string): string {
  return `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent(subject)}`;
}
