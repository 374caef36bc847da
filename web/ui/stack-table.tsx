import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";

export type StackColumn<Row> = {
  label: string;
  className?: string;
  cell: (row: Row) => ReactNode;
  /** Its sort state, and what its header's button does. Cards have no headers. */
  sort?: { state: "ascending" | "descending" | undefined; turn: () => void };
};

type StackTableProps<Row> = {
  /** Id of the heading that names the table. */ labelledBy: string;
  columns: readonly StackColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Layout of a card's cells. */ cardClass: string;
};

/** A table whose rows become cards on phones and tablets, with the column's name in each cell. */
export function StackTable<Row>({ labelledBy, columns, rows, keyOf, cardClass }: StackTableProps<Row>) {
  return (
    <div className="relative">
      <table aria-labelledby={labelledBy} className="w-full border-collapse text-left text-[0.9375rem] max-lg:block">
        <thead className="bg-panel max-lg:sr-only lg:sticky lg:top-0 lg:z-10">
          <tr>
            {columns.map(({ label, sort }) => (
              <th
                key={label}
                scope="col"
                aria-sort={sort?.state}
                className="readout whitespace-nowrap border-line border-b px-3 py-3 text-muted"
              >
                {sort ? (
                  <button
                    type="button"
                    className="readout inline-flex items-center gap-1.5 hover:text-ink max-lg:hidden"
                    onClick={sort.turn}
                  >
                    {label}
                    {sort.state === "ascending" && <ArrowUp className="size-3.5" />}
                    {sort.state === "descending" && <ArrowDown className="size-3.5" />}
                    {sort.state === undefined && <ArrowUpDown className="size-3.5" />}
                  </button>
                ) : (
                  label
                )}
                {sort && <span className="lg:hidden">{label}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={clsx(
                "max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-night max-lg:p-4 lg:hover:bg-raised/60",
                cardClass,
              )}
            >
              {columns.map(({ label, className, cell }) => (
                <td
                  key={label}
                  className={clsx(
                    "wrap-anywhere min-w-0 max-lg:flex max-lg:items-center max-lg:justify-between max-lg:gap-4 lg:border-line/60 lg:border-b lg:px-3 lg:py-3",
                    className,
                  )}
                >
                  <span aria-hidden="true" className="readout shrink-0 text-muted lg:hidden">
                    {label}
                  </span>
                  <div className="min-w-0 max-lg:text-right">{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Classes for a card with a name and three short cells, which are side by side on a tablet. */
export const WIDE_CARD = {
  row: "max-lg:grid max-lg:gap-3 sm:max-lg:grid-cols-3",
  name: "sm:max-lg:col-span-3",
  cell: "sm:max-lg:flex-col sm:max-lg:items-start sm:max-lg:!gap-1 sm:max-lg:[&>div]:text-left",
} as const;

/** Classes for a card with a name and figures, which are in rows of three. */
export const FIGURE_CARD = {
  row: "max-lg:grid max-lg:grid-cols-3 max-lg:gap-x-3 max-lg:gap-y-3",
  name: "max-lg:col-span-3 max-lg:[&>span]:hidden max-lg:[&>div]:flex-1 max-lg:[&>div]:text-left",
  cell: "tabular-nums max-lg:min-w-0 max-lg:[&>span]:tracking-normal max-lg:[&>span]:whitespace-nowrap max-lg:flex-col max-lg:items-start max-lg:!gap-0.5 max-lg:[&>div]:text-left",
} as const;
