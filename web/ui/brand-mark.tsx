import { BRAND } from "#domain/brand.ts";

/** The bolt over a dawn line, with the product's name. Decorative: give the link around it a name. */
export function BrandMark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <defs>
          <linearGradient id="brand-bolt" x1="0" y1="0" x2="0.6" y2="1">
            <stop offset="0.2" stopColor="#ffd60a" />
            <stop offset="1" stopColor="#ff6a1f" />
          </linearGradient>
        </defs>
        <path d="M4 23.5a12 12 0 0 1 24 0" fill="none" stroke="#6f6d7d" strokeWidth="1.6" strokeDasharray="1.5 3.2" />
        <path d="M2 26.5h28" stroke="url(#brand-bolt)" strokeWidth="2.4" strokeLinecap="round" />
        <path d="M18.6 2 8.8 16.6h6.1L13 24.4l10.4-13.2h-6.5z" fill="url(#brand-bolt)" />
      </svg>
      <span className="text-lg font-extrabold wide tracking-tight">{BRAND.name}</span>
    </span>
  );
}
