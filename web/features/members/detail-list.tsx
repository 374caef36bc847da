import type { ReactNode } from "react";

export type Detail = { term: string; value: ReactNode };

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid divide-y divide-line">
      {details.map(({ term, value }) => (
        <div key={term} className="grid gap-1 py-3.5 first:pt-0 last:pb-0 sm:grid-cols-[11rem_1fr] sm:items-baseline">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="min-w-0 break-words font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
