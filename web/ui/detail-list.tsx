import type { ReactNode } from "react";

/** Without a value, the term isn't shown. */
export type Detail = readonly [term: string, value: ReactNode];

const LOOKS = {
  lines: {
    list: "grid-cols-1 divide-y divide-line",
    row: "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3.5 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[9rem_1fr]",
    term: "text-sm text-muted",
    value: "font-medium",
  },
  ends: { list: "gap-2 text-sm", row: "flex justify-between gap-4", term: "shrink-0 text-muted", value: "text-right" },
  page: {
    list: "gap-4 border-line border-t pt-6",
    row: "grid gap-1 sm:grid-cols-[7rem_1fr]",
    term: "text-muted",
    value: "font-medium",
  },
};

type DetailListProps = { details: readonly Detail[]; look?: keyof typeof LOOKS };

/** Screen readers announce a detail that changes on a public page. */
export function DetailList({ details, look = "lines" }: DetailListProps) {
  const classes = LOOKS[look];
  return (
    <dl aria-live={look === "page" ? "polite" : undefined} className={`grid ${classes.list}`}>
      {details
        .filter(([, value]) => value != null && value !== false)
        .map(([term, value]) => (
          <div key={term} className={classes.row}>
            <dt className={classes.term}>{term}</dt>
            <dd className={`wrap-anywhere min-w-0 ${classes.value}`}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
