import { clsx } from "clsx";
import type { ReactNode } from "react";

type StackTableProps = {
  /** Id of the heading that names the table. */ labelledBy: string;
  columns: readonly string[];
  className?: string;
  children: ReactNode;
};

/** A table whose rows become cards on a phone, where every cell then says which column it belongs to. */
export function StackTable({ labelledBy, columns, className, children }: StackTableProps) {
  return (
    <div className={clsx("relative", className)}>
      <table aria-labelledby={labelledBy} className="w-full border-collapse text-left text-[0.9375rem] max-md:block">
        <thead className="bg-panel max-md:sr-only md:sticky md:top-0 md:z-10">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="readout whitespace-nowrap border-line border-b px-3 py-3 text-muted"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">{children}</tbody>
      </table>
    </div>
  );
}

export function StackRow({ children }: { children: ReactNode }) {
  return (
    <tr className="max-md:grid max-md:gap-3 max-md:rounded-xl max-md:border max-md:border-line max-md:bg-night max-md:p-4 md:hover:bg-raised/60">
      {children}
    </tr>
  );
}

type StackCellProps = { label: string; className?: string; children: ReactNode };

export function StackCell({ label, className, children }: StackCellProps) {
  return (
    <td
      className={clsx(
        "wrap-anywhere min-w-0 max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 md:border-line/60 md:border-b md:px-3 md:py-3",
        className,
      )}
    >
      <span aria-hidden="true" className="readout shrink-0 text-muted md:hidden">
        {label}
      </span>
      <div className="min-w-0 max-md:text-right">{children}</div>
    </td>
  );
}
