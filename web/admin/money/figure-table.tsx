import type { ReactNode } from "react";

type FigureTableProps = {
  label: string;
  /** Id of the heading that names the table. */ labelledBy: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** Scrolls both ways within its card, with the first column beside the figures. On phones and tablets, a row is a block of figures. */
export function FigureTable({ label, labelledBy, head, rows }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="figures">
      <table aria-labelledby={labelledBy} className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr>
            {head.map((column) => (
              <th key={column} scope="col" className="text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className="font-normal">
                {first}
              </th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} data-label={head[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
