import type { ClipboardEvent, KeyboardEvent } from "react";
import { recordsOf } from "#domain/rules/records.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { CONTROL_CLASS } from "../../../ui/field.tsx";
import type { Column, ShownRow } from "./month-rows.ts";

export type CellActions = {
  write: (index: number, column: Column, texts: readonly (readonly string[])[]) => void;
  move: (index: number, by: number) => void;
};

type Box = HTMLInputElement | HTMLTextAreaElement;

/** The same cell of another row. */
function focusCell({ currentTarget }: { currentTarget: Box }, index: number): void {
  const { column } = currentTarget.dataset;
  const table = currentTarget.closest("table");
  table?.querySelector<Box>(`[data-column=${column}][data-row="${index}"]`)?.focus();
}

/** Whether an arrow key would leave the text: in a description of many lines, it goes through them first. */
function isAtEdge({ currentTarget: { value, selectionStart } }: KeyboardEvent<Box>, by: number): boolean {
  return (
    selectionStart === null || !(by < 0 ? value.slice(0, selectionStart) : value.slice(selectionStart)).includes("\n")
  );
}

/** As in a sheet: arrows and Enter go from row to row, Alt with an arrow moves the row, and what is pasted fills the rows below. */
function cellProps(row: ShownRow, column: Column, { write, move }: CellActions) {
  const { index } = row;
  return {
    "aria-label": `${column.charAt(0).toUpperCase()}${column.slice(1)}, row ${index + 1}`,
    "data-column": column,
    "data-row": index,
    ...(row.problem?.column === column && { "aria-invalid": true, "aria-describedby": `problem-${row.key}` }),
    onChange: ({ target }: { target: Box }) => write(index, column, [[target.value]]),
    onKeyDown: (event: KeyboardEvent<Box>) => {
      const { key, altKey, shiftKey } = event;
      const isEnter = key === "Enter" && column !== "description";
      const by = key === "ArrowDown" || isEnter ? 1 : key === "ArrowUp" ? -1 : 0;
      if (by === 0 || (!altKey && !isEnter && !isAtEdge(event, by))) return;
      event.preventDefault();
      if (altKey) return move(index, by);
      focusCell(event, index + (isEnter && shiftKey ? -1 : by));
    },
    onPaste: (event: ClipboardEvent<Box>) => {
      const cells = [...recordsOf(event.clipboardData.getData("text"), "\t", true)].map((record) => record.cells);
      if (cells.length === 1 && cells[0]?.length === 1) return;
      event.preventDefault();
      write(index, column, cells);
    },
  };
}

const BOX = `${CONTROL_CLASS} month-cell`;

type CellProps = { row: ShownRow; actions: CellActions };

export function DateCell({ row, actions }: CellProps) {
  // A phone has a calendar for it; a sheet's cells are typed and pasted.
  const isTouched = useMedia("(pointer: coarse)");
  const value = row.unread ?? row.date ?? "";
  return (
    <input type={isTouched ? "date" : "text"} value={value} {...cellProps(row, "date", actions)} className={BOX} />
  );
}

export function TitleCell({ row, actions }: CellProps) {
  return <input type="text" value={row.title} {...cellProps(row, "title", actions)} className={BOX} />;
}

export function DescriptionCell({ row, actions }: CellProps) {
  return <textarea rows={1} value={row.description} {...cellProps(row, "description", actions)} className={BOX} />;
}
