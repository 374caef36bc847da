import { clsx } from "clsx";
import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { BrandMark } from "./brand-mark.tsx";

type PageShellProps = {
  /** Right side of the header: links and buttons. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** Decoration behind everything. */
  backdrop?: ReactNode;
  children: ReactNode;
  /** "page" for working screens, "narrow" for forms. */
  width?: "page" | "narrow";
};

/** Skip link, header, main and footer of a screen. */
export function PageShell({ actions, footer, backdrop, children, width = "page" }: PageShellProps) {
  const measure = width === "page" ? "max-w-6xl" : "max-w-lg";
  return (
    <div className="dawn relative isolate flex min-h-dvh flex-col overflow-x-clip">
      {backdrop}
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-bolt px-4 py-3 font-bold text-night focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="border-b border-line/70">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-3 px-4 sm:px-6">
          <a href="/" aria-label={`${BRAND.name} home`} className="rounded-lg py-2">
            <BrandMark />
          </a>
          {actions && (
            <nav aria-label="Main" className="flex items-center gap-1">
              {actions}
            </nav>
          )}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={clsx("mx-auto w-full flex-1 px-4 pt-6 pb-16 focus:outline-none sm:px-6 sm:pt-10", measure)}
      >
        {children}
      </main>
      {footer && <footer className="border-t border-line/70">{footer}</footer>}
    </div>
  );
}
