import { Menu, X } from "lucide-react";
import { buttonClass } from "../ui/button-class.ts";
import { NAV_LINKS, PLANS_LINK } from "./site-links.ts";

const ROUND = "grid size-12 place-items-center rounded-full border border-line bg-raised text-ink";

/** A popover: the browser itself opens it, closes it by Escape or a tap beside it, and tells its state. */
export function MobileMenu() {
  return (
    <>
      <button type="button" popoverTarget="menu" aria-label="Menu" className={`${ROUND} md:hidden`}>
        <Menu aria-hidden="true" className="size-5" />
      </button>
      <div
        id="menu"
        popover="auto"
        className="m-0 ml-auto h-dvh max-h-none w-[min(22rem,88vw)] border-line border-l bg-panel p-5 text-ink backdrop:bg-night/75"
      >
        <div className="flex justify-end">
          <button
            type="button"
            popoverTarget="menu"
            popoverTargetAction="hide"
            aria-label="Close menu"
            className={ROUND}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <nav aria-label="Mobile" className="mt-4 grid">
          {NAV_LINKS.map(({ label, href }) => (
            <a key={label} href={href} className="border-line border-b py-5 font-extrabold text-2xl uppercase wide">
              {label}
            </a>
          ))}
          <a href={PLANS_LINK} className={buttonClass("primary", "lg", "mt-8 uppercase tracking-wide")}>
            Get started
          </a>
        </nav>
      </div>
    </>
  );
}
