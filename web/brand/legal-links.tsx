import { PUBLIC_PAGES } from "#domain/paths.ts";

/** The legal pages that concern a member (spec section 2). */
export const MEMBER_LEGAL_LINKS = [
  { label: "Subscription Terms", href: PUBLIC_PAGES.subscriptionTerms },
  { label: "Member Agreement", href: PUBLIC_PAGES.memberAgreement },
  { label: "Refund Requests", href: PUBLIC_PAGES.refundRequests },
  { label: "Privacy Settings", href: PUBLIC_PAGES.privacySettings },
] as const;

export function LegalLinks() {
  return (
    <nav aria-label="Legal" className="mx-auto flex max-w-7xl flex-wrap gap-x-6 px-5 pt-4 text-muted text-sm sm:px-8">
      {MEMBER_LEGAL_LINKS.map(({ label, href }) => (
        <a key={href} href={href} className="inline-flex min-h-11 items-center hover:text-bolt">
          {label}
        </a>
      ))}
    </nav>
  );
}
