import { BRAND } from "#domain/brand.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { BrandMark } from "../brand/page-shell.tsx";
import { supportMailLink } from "./site-links.ts";

const LINK = "inline-block rounded py-2.5 text-muted hover:text-bolt";

export function SiteFooter() {
  return (
    <footer className="border-line border-t bg-panel/50">
      <div className="mx-auto grid max-w-7xl gap-10 px-5 py-14 sm:grid-cols-2 sm:px-8 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-4">
          <a href="/" aria-label={`${BRAND.name}, home`} className="flex">
            <BrandMark />
          </a>
          <p className="max-w-xs text-muted text-sm">For adults of 18 and over. The sessions carry mature themes.</p>
        </div>
        <FooterColumn title="Members">
          <a href={APP_PAGES.login} className={LINK}>
            Sign in
          </a>
          <a href={APP_PAGES.dashboard} className={LINK}>
            Dashboard
          </a>
        </FooterColumn>
        <FooterColumn title="Help">
          <a href={supportMailLink(`Help with ${BRAND.name}`)} className={LINK}>
            Help Center
          </a>
          <a href={supportMailLink("Refund request")} className={LINK}>
            Refund Requests
          </a>
        </FooterColumn>
        <FooterColumn title="Follow">
          {Object.values(BRAND.social).map(({ label, url }) => (
            <a key={label} href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ))}
        </FooterColumn>
      </div>
      {BRAND.postalAddress && (
        <p className="mx-auto max-w-7xl border-line/70 border-t px-5 py-6 text-muted text-sm sm:px-8">
          {BRAND.postalAddress}
        </p>
      )}
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid content-start justify-items-start">
      <h2 className="readout mb-2 text-ink">{title}</h2>
      {children}
    </div>
  );
}
