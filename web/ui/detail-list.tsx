import type { ReactNode } from "react";

export type Detail = { term: string; value: ReactNode };

export function DetailList({ details }: { details: readonly (Detail | false)[] }) {
  return (
    <dl className="grid grid-cols-1 divide-y divide-line">
      {details.map(
        (detail) =>
          detail && (
            <div
              key={detail.term}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3.5 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[11rem_1fr]"
            >
              <dt className="text-sm text-muted">{detail.term}</dt>
              <dd className="min-w-0 wrap-anywhere font-medium">{detail.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
