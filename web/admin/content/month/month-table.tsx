import { ArrowDown, ArrowUp, X } from "lucide-react";
import { formatList } from "#domain/formats.ts";
import { formatLength } from "../../../features/player/media-time.ts";
import { IconButton } from "../../../ui/button.tsx";
import { type StackColumn, StackTable } from "../../../ui/stack-table.tsx";
import { SmallButton } from "../../parts/controls.tsx";
import { humanDate } from "../content-words.tsx";
import type { FileFacts } from "./file-facts.ts";
import { type CellActions, DateCell, DescriptionCell, TitleCell } from "./month-cells.tsx";
import type { Column, ShownRow } from "./month-rows.ts";
import "./month.css";

type Facts = (file: File) => FileFacts | undefined;
type RowActions = CellActions & { leaveOut: (index: number, isLeftOut: boolean) => void };
type MonthTableProps = { rows: readonly ShownRow[]; today: string; factsOf: Facts; actions: RowActions };

/** On a card, a cell has its whole width. */
const WIDE = "month-wide max-lg:[&>div]:text-left";

export function MonthTable({ rows, today, factsOf, actions }: MonthTableProps) {
  const columns: StackColumn<ShownRow>[] = [
    {
      label: "Date",
      className: `${WIDE} month-date`,
      cell: (row) =>
        row.isLeftOut ? (
          <span className="text-muted">Left out</span>
        ) : (
          <div className="grid gap-1">
            <DateCell row={row} actions={actions} />
            <p className="text-muted text-sm">{row.date && humanDate(row.date)}</p>
            <Problem row={row} of="date" />
            {row.date !== null && row.date < today && <p className="text-sm text-warn">In the past: stays a draft</p>}
          </div>
        ),
    },
    {
      label: "Title",
      className: `${WIDE} month-title`,
      cell: (row) =>
        row.isLeftOut ? (
          <span className="text-muted">{row.title}</span>
        ) : (
          <div className="grid gap-1">
            <TitleCell row={row} actions={actions} />
            <Problem row={row} of="title" />
          </div>
        ),
    },
    {
      label: "Description",
      className: WIDE,
      cell: (row) =>
        !row.isLeftOut && (
          <div className="grid gap-1">
            <DescriptionCell row={row} actions={actions} />
            <Problem row={row} of="description" />
          </div>
        ),
    },
    { label: "Files", className: `${WIDE} month-files`, cell: (row) => <Files row={row} factsOf={factsOf} /> },
    {
      label: "Actions",
      className: "month-actions",
      cell: (row) => <Actions row={row} {...actions} last={rows.length - 1} />,
    },
  ];
  return (
    <StackTable
      labelledBy="month"
      rows={rows}
      keyOf={({ key }) => key}
      cardClass="max-lg:grid max-lg:gap-3"
      columns={columns}
    />
  );
}

function Problem({ row: { key, problem }, of }: { row: ShownRow; of: Column }) {
  if (problem?.column !== of) return null;
  return (
    <p id={`problem-${key}`} className="font-medium text-bad text-sm">
      {problem.text}
    </p>
  );
}

function Files({ row, factsOf }: { row: ShownRow; factsOf: Facts }) {
  return (
    <ul className="grid gap-1 text-sm">
      {row.files.map(({ kind, file }) => {
        const facts = factsOf(file);
        const notes = [kind, facts ? facts.seconds !== null && formatLength(facts.seconds) : "checking..."];
        return (
          <li key={kind} className="wrap-anywhere">
            {file.name} <span className="text-muted tabular-nums">· {notes.filter(Boolean).join(" · ")}</span>
            {facts?.problem && <span className="block font-medium text-bad">Won't be uploaded. {facts.problem}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Actions({ row, last, move, leaveOut }: { row: ShownRow; last: number } & RowActions) {
  const { index, isLeftOut, title } = row;
  if (isLeftOut)
    return (
      <SmallButton aria-label={`Put back ${title}`} onClick={() => leaveOut(index, false)}>
        Put back
      </SmallButton>
    );
  return (
    <div className="flex gap-2">
      <IconButton
        isSmall
        icon={ArrowUp}
        label={`Move up: ${title}`}
        disabled={index === 0}
        onClick={() => move(index, -1)}
      />
      <IconButton
        isSmall
        icon={ArrowDown}
        label={`Move down: ${title}`}
        disabled={index === last}
        onClick={() => move(index, 1)}
      />
      <IconButton isSmall icon={X} label={`Leave out: ${title}`} onClick={() => leaveOut(index, true)} />
    </div>
  );
}

/** "notes.txt and cover.gif aren't files of a session." */
export function UnknownFiles({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const are = names.length === 1 ? "isn't a file" : "aren't files";
  return <p className="wrap-anywhere text-sm text-warn">{`${formatList(names, "and")} ${are} of a session.`}</p>;
}
