import { BRAND } from "#domain/brand.ts";
import { BrandMark } from "../ui/brand-mark.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { NAV_LINKS, PLANS_LINK } from "./site-links.ts";

export function SiteHeader() {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-bolt px-4 py-3 font-bold text-night focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line/70 bg-night/85 backdrop-blur-md">
        <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-5 sm:px-8 lg:h-20">
          <a href="/" aria-label={`${BRAND.name}, home`} className="flex rounded-lg py-2">
            <BrandMark />
          </a>
          <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
            {NAV_LINKS.map(({ label, href }) => (
              <a key={label} href={href} className="readout rounded-lg px-3.5 py-3.5 text-muted hover:text-bolt">
                {label}
              </a>
            ))}
            <a href={PLANS_LINK} className={buttonClass("primary", "sm", "ml-3 uppercase tracking-wide")}>
              Get started
            </a>
          </nav>
          <MobileMenu />
        </div>
      </header>
    </>
  );
}
