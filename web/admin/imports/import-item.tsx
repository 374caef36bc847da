import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { MemberImport } from "#domain/contract/imports.ts";
import { formatCount, formatDate, formatDateTime, formatList, formatNumber } from "#domain/formats.ts";
import { IMPORT_FIELD_NAMES } from "#domain/rules/import-fields.ts";
import { type ImportState, STAY_REASONS } from "#domain/rules/imports.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { saveAnswer } from "../../lib/save-file.ts";
import { Alert } from "../../ui/alert.tsx";
import { StateBadge, type StateLook } from "../../ui/state-badge.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { ProgressBar, SmallButton } from "../parts/controls.tsx";
import { IMPORTS } from "./imports.query.ts";
import { type Answers, MapColumns } from "./map-columns.tsx";

const STATES: Record<ImportState, StateLook> = {
  uploaded: { label: "Uploaded", tone: "grey" },
  checked: { label: "Checked", tone: "blue" },
  waiting: { label: "Waiting", tone: "blue" },
  running: { label: "Running", tone: "yellow" },
  done: { label: "Done", tone: "green" },
  cancelled: { label: "Cancelled", tone: "orange" },
  undoing: { label: "Undoing", tone: "yellow" },
  undone: { label: "Undone", tone: "grey" },
};

/** What has happened, and what happens next. */
function textOf({ state, created, refused, rowsDone, stayed }: MemberImport): string {
  const [accounts, rows] = [formatCount(created, "account"), formatCount(refused, "row")];
  switch (state) {
    case "uploaded":
      return "Choose what each column holds, and check the file. Nothing is created yet.";
    case "checked":
      return `This would create ${accounts} and reject ${rows}. The report says why. No one is emailed.`;
    case "waiting":
      return "This starts within a few minutes, or when the import before it has finished.";
    case "undoing":
      return "We're removing the accounts that weren't invited and have nothing but what the import made.";
    case "undone":
      return created === 0
        ? "All its accounts were removed."
        : `${accounts} stayed: ${formatList(
            stayed.map((one) => `${formatNumber(one.accounts)} ${STAY_REASONS[one.reason]}`),
            "and",
          )}.`;
    default:
      return rowsDone === 0 ? "Nothing was imported." : `${accounts} created, ${rows} rejected.`;
  }
}

function Report({ id, filename }: Pick<MemberImport, "id" | "filename">) {
  const download = useMutation({
    mutationFn: () =>
      saveAnswer(
        adminApi.admin.imports[":id"].report.$get({ param: { id } }),
        `report-of-${filename.replace(/\.\w+$/, "")}.csv`,
      ),
  });
  return (
    <>
      <SmallButton icon={Download} isBusy={download.isPending} onClick={() => download.mutate()}>
        Download report
      </SmallButton>
      {download.isError && <Alert>{errorDetail(download.error)}</Alert>}
    </>
  );
}

const ACTIONS = {
  start: {
    label: "Start import",
    title: (one: MemberImport) => `Import ${formatCount(one.created, "account")}?`,
    text: "This doesn't email anyone. You send the invitations later. You can undo the import for 24 hours after it ends.",
    action: "Start import",
  },
  cancel: {
    label: "Cancel import",
    title: () => "Cancel this import?",
    text: ({ state }: MemberImport) =>
      state === "running"
        ? "Accounts that were created stay. You can undo the import for 24 hours. The rest of the file isn't imported."
        : "Nothing has been imported. This deletes the file.",
    action: "Cancel import",
  },
  undo: {
    label: "Undo",
    title: () => "Undo this import?",
    text: "This removes its accounts with their access and labels, except accounts that were invited, have a purchase, or have other activity. You can't undo this.",
    action: "Remove accounts",
  },
} as const;

function ActionButton({ of, name }: { of: MemberImport; name: keyof typeof ACTIONS }) {
  const { label, title, text, action } = ACTIONS[name];
  return (
    <AskButton
      button={{ variant: name === "start" ? "primary" : "secondary", size: "sm", children: label }}
      title={title(of)}
      text={typeof text === "string" ? text : text(of)}
      action={action}
      refusal={name === "start" ? "Cancel" : "Keep import"}
      isDangerous={name !== "start"}
      act={() => adminApi.admin.imports[":id"][name].$post({ param: { id: of.id } })}
      reads={[[IMPORTS]]}
    />
  );
}

export function ImportItem({ of }: { of: MemberImport }) {
  const { id, filename, state, doneShare, createdAt, undoUntil, hasFile } = of;
  const isOpen = state === "uploaded" || state === "checked";
  const [answers, setAnswers] = useState<Answers>({ mapping: of.mapping, dateOrder: of.dateOrder ?? undefined });
  // The server imports by the answers that were checked.
  const isChanged =
    IMPORT_FIELD_NAMES.some((name) => answers.mapping[name] !== of.mapping[name]) ||
    (of.dateExample !== null && answers.dateOrder !== (of.dateOrder ?? undefined));
  const isAsking = of.dateExample !== null && of.dateOrder === null;
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-night p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <p className="wrap-anywhere min-w-0 font-bold semi-wide">{filename}</p>
        <StateBadge look={STATES[state]} />
      </div>
      <div className="grid gap-1">
        <p role={isOpen ? "status" : undefined}>
          {state === "checked" && isChanged
            ? "You changed the columns or dates. Check the file again."
            : state === "checked" && isAsking
              ? "Choose what the date below means, and check the file again."
              : textOf(of)}
        </p>
        <p className="text-muted text-sm">
          Uploaded {formatDate(createdAt)}
          {undoUntil && ` · can be undone until ${formatDateTime(undoUntil)}`}
        </p>
      </div>
      {state === "running" && <ProgressBar label={`Import of ${filename}`} value={doneShare} max={1} />}
      <div className="flex flex-wrap items-center gap-3">
        {state === "checked" && !isChanged && !isAsking && of.created > 0 && <ActionButton of={of} name="start" />}
        {state !== "uploaded" && hasFile && <Report id={id} filename={filename} />}
        {(isOpen || state === "waiting" || state === "running") && <ActionButton of={of} name="cancel" />}
        {undoUntil && <ActionButton of={of} name="undo" />}
      </div>
      {isOpen && <MapColumns of={of} answers={answers} onAnswers={setAnswers} />}
    </li>
  );
}
