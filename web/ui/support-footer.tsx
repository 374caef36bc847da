import { BRAND } from "#domain/brand.ts";

export function SupportFooter() {
  return (
    <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-6 text-sm text-muted sm:px-6">
      <p>{BRAND.tagline}</p>
      <a
        href={`mailto:${BRAND.supportEmail}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-bolt"
      >
        Help: {BRAND.supportEmail}
      </a>
    </div>
  );
}
