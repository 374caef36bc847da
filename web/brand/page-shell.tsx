import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";

type PageShellProps = {
  actions?: ReactNode;
  footer?: ReactNode;
  backdrop?: ReactNode;
  children: ReactNode;
  width?: "page" | "narrow";
  /** Less space above the content, for pages whose first screen counts. */
  isTight?: boolean;
};

export function PageShell({ actions, footer, backdrop, children, width = "page", isTight = false }: PageShellProps) {
  return (
    <div className="dawn relative isolate flex min-w-0 flex-1 flex-col overflow-x-clip">
      {backdrop}
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-bolt px-4 py-3 font-bold text-night focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <header className="border-b border-line/70">
        <div className="mx-auto flex min-h-16 max-w-7xl items-center justify-between gap-4 px-5 sm:px-8 lg:min-h-20">
          <a href="/" aria-label={`${BRAND.name} home`} className="flex rounded-lg py-2">
            <BrandMark />
          </a>
          {actions}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={clsx(
          "mx-auto w-full flex-1 px-5 pb-16 focus:outline-none sm:px-8 sm:pt-10 short:pt-3",
          isTight ? "pt-3 small:pt-2" : "pt-6",
          // The footer begins below the screen, so it doesn't jump when the page's data arrives.
          footer && "min-h-dvh",
          width === "page" ? "max-w-7xl" : "max-w-lg",
        )}
      >
        {children}
      </main>
      {footer && <footer className="border-t border-line/70">{footer}</footer>}
    </div>
  );
}

/** The bolt over a dawn line, with the product's name. Decorative, so name the link around it. */
export function BrandMark() {
  // A unique ID: a hidden mark, such as the header's in print, can't lend its gradient to others.
  const gradient = useId();
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className="shrink-0">
        <defs>
          <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="10" y1="2" x2="22" y2="28">
            <stop offset="0.2" stopColor="var(--color-bolt)" />
            <stop offset="1" stopColor="var(--color-ember)" />
          </linearGradient>
        </defs>
        <path d="M3 28h26" stroke={`url(#${gradient})`} strokeWidth="2.4" strokeLinecap="round" />
        <path d="M20 2 8 18h7.2l-2.6 7L25.4 10.6h-7.8z" fill={`url(#${gradient})`} />
      </svg>
      <span className="text-base font-extrabold sm:text-lg wide tracking-tight">{BRAND.name}</span>
    </span>
  );
}

export function SupportLink({ className }: { className: string }) {
  return (
    <a href={`mailto:${BRAND.supportEmail}`} className={className}>
      {BRAND.supportEmail}
    </a>
  );
}

/** The legal pages that concern a member (spec section 2). */
export const MEMBER_LEGAL_LINKS = [
  { label: "Subscription Terms", href: PUBLIC_PAGES.subscriptionTerms },
  { label: "Member Agreement", href: PUBLIC_PAGES.memberAgreement },
  { label: "Refund Requests", href: PUBLIC_PAGES.refundRequests },
  { label: "Privacy Settings", href: PUBLIC_PAGES.privacySettings },
] as const;

export function MemberFooter() {
  return (
    <nav aria-label="Legal" className="mx-auto flex max-w-7xl flex-wrap gap-x-6 px-5 py-4 text-muted text-sm sm:px-8">
      {MEMBER_LEGAL_LINKS.map(({ label, href }) => (
        <a key={href} href={href} className="inline-flex min-h-11 items-center hover:text-bolt">
          {label}
        </a>
      ))}
    </nav>
  );
}
