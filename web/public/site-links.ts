import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";

export const LEGAL_LINKS = [
  { label: "Terms of Service", href: PUBLIC_PAGES.terms },
  { label: "Privacy Policy", href: PUBLIC_PAGES.privacy },
  { label: "Subscription Terms", href: PUBLIC_PAGES.subscriptionTerms },
  { label: "Member Agreement", href: PUBLIC_PAGES.memberAgreement },
  { label: "Refund Policy", href: PUBLIC_PAGES.refundRequests },
  { label: "Privacy Settings", href: PUBLIC_PAGES.privacySettings },
];

export function supportMailLink(subject: string): string {
  return `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent(subject)}`;
}
