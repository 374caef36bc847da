import type { ReactNode } from "react";

/** A list on demand. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-xl border border-line bg-night px-4">
      <summary className="flex min-h-12 cursor-pointer items-center font-semibold text-sm">{title}</summary>
      <ul className="grid gap-3 pb-4 text-sm">{children}</ul>
    </details>
  );
}
