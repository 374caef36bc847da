import { clsx } from "clsx";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { BrandMark } from "../brand/page-shell.tsx";
import { LEGAL_LINKS, supportMailLink } from "./site-links.ts";

const LINK = "inline-block rounded py-2.5 text-muted hover:text-bolt";

const OUTSIDE = { target: "_blank", rel: "noopener noreferrer" };

/** The landing page's short names that link to a page other than the text of that name (spec section 2). */
const LANDING_LINKS = [
  { label: "Subscription Terms", href: PUBLIC_PAGES.subscribe },
  { label: "Member Agreement", href: APP_PAGES.dashboard },
];
const MEMBERSHIP_LINKS = [
  { label: "Plans", href: PUBLIC_PAGES.subscribe },
  { label: "Dashboard", href: APP_PAGES.dashboard },
];

/** The landing page already uses these names for other links. */
function legalLinks(isLanding: boolean): FooterLink[] {
  const taken = isLanding ? LANDING_LINKS.map(({ label }) => label) : [];
  return LEGAL_LINKS.map(({ label, href }) => ({
    label: taken.includes(label) ? `${label} (full text)` : label,
    href,
  }));
}

export function SiteFooter({ isLanding = false }: { isLanding?: boolean }) {
  return (
    <footer className="border-line border-t bg-panel/40">
      <div className="mx-auto grid max-w-7xl grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-6 px-5 py-10 sm:px-8 sm:py-14 md:grid-cols-[1.5fr_1fr_1fr_1.2fr]">
        <div className="col-span-full grid content-start gap-4 md:col-span-1">
          <a href={PUBLIC_PAGES.home} aria-label={`${BRAND.name}, home`} className="flex w-fit rounded-lg">
            <BrandMark />
          </a>
          <p className="max-w-xs text-muted text-sm">
            {`For adults ${SERVICE_TERMS.minimumAge} and over. Sessions deal with mature themes.`}
          </p>
        </div>
        <FooterColumn
          title="Membership"
          links={[
            ...(isLanding ? LANDING_LINKS : MEMBERSHIP_LINKS),
            { label: "Give a membership", href: PUBLIC_PAGES.gift },
            { label: "Login", href: APP_PAGES.login, className: "member:hidden" },
          ]}
        />
        <div className="grid content-start gap-y-8">
          <FooterColumn
            title="Help"
            links={[
              { label: "Help Center", href: supportMailLink(`Help with ${BRAND.name}`) },
              { label: "Refund Requests", href: supportMailLink("Refund request") },
            ]}
          />
          <FooterColumn
            title="Follow"
            links={Object.values(BRAND.social).map(({ label, url }) => ({ label, href: url, isOutside: true }))}
          />
        </div>
        <FooterColumn
          title="Legal"
          links={legalLinks(isLanding)}
          className="max-md:col-span-full max-md:grid-cols-subgrid"
        />
      </div>
      {BRAND.postalAddress && (
        <p className="mx-auto max-w-7xl border-line/70 border-t px-5 py-6 text-muted text-sm sm:px-8">
          {BRAND.postalAddress}
        </p>
      )}
    </footer>
  );
}

type FooterLink = { label: string; href: string; isOutside?: boolean; className?: string };

function FooterColumn({ title, links, className }: { title: string; links: FooterLink[]; className?: string }) {
  return (
    <div className={clsx("grid min-w-0 content-start justify-items-start", className)}>
      <h2 className="readout col-span-full mb-2 text-ink">{title}</h2>
      {links.map(({ label, href, isOutside, className }) => (
        <a key={label} href={href} {...(isOutside && OUTSIDE)} className={clsx(LINK, className)}>
          {label}
          {isOutside && <span className="sr-only"> (opens in a new tab)</span>}
        </a>
      ))}
    </div>
  );
}
