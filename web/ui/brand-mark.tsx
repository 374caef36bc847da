import { BRAND } from "#domain/brand.ts";

/** The bolt over a dawn line, with the product's name. Decorative: give the link around it a name. */
export function BrandMark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <defs>
          <linearGradient id="brand-bolt" gradientUnits="userSpaceOnUse" x1="10" y1="2" x2="22" y2="28">
            <stop offset="0.2" stopColor="var(--color-bolt)" />
            <stop offset="1" stopColor="var(--color-ember)" />
          </linearGradient>
        </defs>
        <path d="M3 28h26" stroke="url(#brand-bolt)" strokeWidth="2.4" strokeLinecap="round" />
        <path d="M20 2 8 18h7.2l-2.6 7L25.4 10.6h-7.8z" fill="url(#brand-bolt)" />
      </svg>
      <span className="text-base font-extrabold max-[22.75rem]:hidden sm:text-lg wide tracking-tight">
        {BRAND.name}
      </span>
    </span>
  );
}
