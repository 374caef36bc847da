import { Menu, X } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { BrandMark } from "../brand/page-shell.tsx";
import { buttonClass } from "../ui/button.tsx";

const NAV_LINKS = [
  { label: "Home", href: PUBLIC_PAGES.home },
  { label: "Subscribe", href: PUBLIC_PAGES.subscribe },
  { label: "Dashboard", href: APP_PAGES.dashboard },
];
const ADMIN = { label: "Admin", href: APP_PAGES.admin };
const NAV_LINK =
  "readout rounded-lg px-2 py-3.5 whitespace-nowrap text-muted hover:text-bolt @max-5xl:text-[0.6875rem] @max-5xl:tracking-normal @5xl:px-3.5";
const MENU_LINK = "border-line border-b py-4 font-extrabold text-[min(1.25rem,5.5vw)] uppercase wide";
const ROUND = "grid size-12 place-items-center rounded-full border border-line bg-raised text-ink";

export function SiteHeader() {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-bolt px-4 py-3 font-bold text-night focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="@container sticky top-0 z-30 border-b border-line/70 bg-night/85 backdrop-blur-md">
        <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-5 sm:px-8 lg:h-20">
          <a href="/" aria-label={`${BRAND.name}, home`} className="flex rounded-lg py-2">
            <BrandMark />
          </a>
          {/* Aligned right: if painted in pieces, it would otherwise shift left. */}
          <nav
            aria-label="Main"
            className="hidden items-center gap-0.5 @4xl:flex @5xl:gap-1 not-[:has(+button)]:invisible"
          >
            {[...NAV_LINKS, ADMIN].map(({ label, href }) => (
              <a key={label} href={href} className={NAV_LINK}>
                {label}
              </a>
            ))}
            {/* Its place is kept, so that nothing moves once the script knows a member. */}
            <a href={PUBLIC_PAGES.subscribe} className={`${NAV_LINK} invisible member:visible`}>
              Get started
            </a>
            <Begin size="sm" className="ml-2 whitespace-nowrap @5xl:ml-3" />
          </nav>
          {/* A popover: the browser opens it, closes it on Escape or a tap outside, and exposes its state. */}
          <button type="button" popoverTarget="menu" aria-label="Menu" className={`${ROUND} @4xl:hidden`}>
            <Menu className="size-5" />
          </button>
          <div
            id="menu"
            popover="auto"
            className="m-0 ml-auto h-dvh max-h-none w-[min(22rem,88vw)] border-line border-l bg-panel px-5 pt-2 pb-6 text-ink sm:px-8 backdrop:bg-night/75"
          >
            <div className="flex justify-end">
              <button
                type="button"
                popoverTarget="menu"
                popoverTargetAction="hide"
                aria-label="Close menu"
                className={ROUND}
              >
                <X className="size-5" />
              </button>
            </div>
            <nav aria-label="Mobile" className="mt-4 grid">
              {[...NAV_LINKS, { label: "Give a membership", href: PUBLIC_PAGES.gift }].map(({ label, href }) => (
                <a key={label} href={href} className={MENU_LINK}>
                  {label}
                </a>
              ))}
              <a href={APP_PAGES.login} className={`${MENU_LINK} member:hidden`}>
                Login
              </a>
              <a href={PUBLIC_PAGES.subscribe} className={`${MENU_LINK} hidden text-muted member:block`}>
                Get started
              </a>
              <Begin size="lg" className="mt-8" />
              <a href={ADMIN.href} className="readout mt-4 justify-self-center px-4 py-3.5 text-muted hover:text-bolt">
                {ADMIN.label}
              </a>
            </nav>
          </div>
        </div>
      </header>
    </>
  );
}

/** Both fill one cell, so that nothing moves once the script knows a member. */
function Begin({ size, className }: { size: "sm" | "lg"; className: string }) {
  const look = (extra: string) => buttonClass("primary", size, `px-5 uppercase tracking-wide ${extra}`);
  return (
    <span className={`grid *:[grid-area:1/1] ${className}`}>
      <a href={PUBLIC_PAGES.subscribe} className={look("member:invisible")}>
        Get started
      </a>
      <a href={APP_PAGES.dashboard} className={look("invisible member:visible")}>
        Today's session
      </a>
    </span>
  );
}
