import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { MemberImport } from "#domain/contract/imports.ts";
import { formatCount, formatDate, formatDateTime, formatList, formatNumber } from "#domain/formats.ts";
import { isAsking } from "#domain/rules/import-answers.ts";
import { IMPORT_FIELD_NAMES } from "#domain/rules/import-fields.ts";
import { type ImportState, STAY_REASONS } from "#domain/rules/imports.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { StateBadge, type StateLook } from "../../ui/state-badge.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { Disclosure, ProgressBar, SmallButton, submits } from "../parts/controls.tsx";
import { SaveCsv } from "../parts/save-csv.tsx";
import { useAction } from "../parts/use-action.ts";
import { ImportCaveats, ImportOutcome } from "./import-outcome.tsx";
import { hasPlanQuestion, ImportQuestions, PlanQuestions, type Said } from "./import-questions.tsx";
import { IMPORTS } from "./imports.query.ts";
import { MapColumns } from "./map-columns.tsx";
import "./imports.css";

export const STATES: Record<ImportState, StateLook> = {
  uploaded: { label: "Uploaded", tone: "grey" },
  checking: { label: "Checking", tone: "yellow" },
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
      if (created === 0)
        return `There's nothing to import in this file.${refused > 0 ? " The report says why its rows are rejected." : ""}`;
      return `This would create ${accounts}${refused > 0 ? ` and reject ${rows}. The report says why` : ""}. No one is emailed.`;
    case "checking":
      return "We're checking the file. Nothing is created yet.";
    case "waiting":
      return "This starts within a few minutes, or when the import before it has finished.";
    case "undoing":
      return "We're removing its accounts, except those that were invited, have a purchase, or have other activity.";
    case "undone":
      return created === 0
        ? "All its accounts were removed."
        : `${accounts} stayed: ${formatList(
            stayed.map((one) => `${formatNumber(one.accounts)} ${STAY_REASONS[one.reason]}`),
            "and",
          )}.`;
    default:
      return rowsDone === 0
        ? "Nothing was imported."
        : `${accounts} created${refused > 0 ? `, ${rows} rejected` : ""}.`;
  }
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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Checks the file, asking for a part after the other. The server imports by the answers that were checked. */
function useCheck(of: MemberImport) {
  const { id, state, mapping, answers } = of;
  const [said, setSaid] = useState<Said>({ mapping, answers });
  const { mutate, status, error } = useAction<Said, MemberImport>({
    act: (json) => adminApi.admin.imports[":id"].check.$post({ param: { id }, json }),
    reads: [[IMPORTS]],
    onDone: (json, part) => {
      if (part.state === "checking") mutate(json);
    },
  });
  useEffect(() => {
    // After an upload, or if the page was closed meanwhile.
    if (state === "checking" && status === "idle") mutate({ mapping, answers });
  }, [state, status, mutate, mapping, answers]);
  const isChanged =
    IMPORT_FIELD_NAMES.some((name) => said.mapping[name] !== mapping[name]) || !isSame(said.answers, answers);
  // The form and its button go while it checks.
  const text = useRef<HTMLParagraphElement>(null);
  const check = () => {
    mutate(said);
    text.current?.focus();
  };
  return { said, setSaid, isChanged, error, isPending: status === "pending", check, text };
}

type Check = ReturnType<typeof useCheck>;

function textOfCheck(of: MemberImport, { isChanged }: Check): string {
  if (of.state !== "checked") return textOf(of);
  if (isChanged) return "You changed the columns or answers. Check the file again.";
  return isAsking(of.asks, of.answers) ? "Answer the questions below, and check the file again." : textOf(of);
}

/** What the file leaves open, and which column holds what. */
function CheckForm({ of, check }: { of: MemberImport; check: Check }) {
  const { said, setSaid, isChanged, error, isPending } = check;
  const answering = { of, said, onSaid: setSaid };
  const isMapped = said.mapping.email !== undefined;
  return (
    <form {...submits(check.check)} className="grid gap-4">
      <ImportCaveats of={of} mapping={said.mapping} />
      <ImportQuestions {...answering} />
      <Disclosure title="Columns and plans" isOpen={of.state === "uploaded"}>
        <div className="grid gap-4">
          <MapColumns {...answering} />
          {of.asks.plans.length > 0 && !hasPlanQuestion(answering) && <PlanQuestions {...answering} />}
        </div>
      </Disclosure>
      {error && <Alert>{errorDetail(error)}</Alert>}
      {(isChanged || error || of.state === "uploaded") && (
        <Button type="submit" isBusy={isPending} disabled={!isMapped} className="justify-self-start">
          {of.state === "checked" ? "Check again" : "Check file"}
        </Button>
      )}
    </form>
  );
}

const FRAME = "rounded-xl border border-line bg-night p-4";

/** A folded one has its frame, name, and state around it. */
export function ImportItem({ of, isFolded }: { of: MemberImport; isFolded: boolean }) {
  const { id, filename, state, doneShare, rowsDone, createdAt, uploadedBy, undoUntil, hasFile } = of;
  const check = useCheck(of);
  const isOpen = state === "uploaded" || state === "checking" || state === "checked";
  const hasOutcome =
    state === "done" || state === "cancelled" ? rowsDone > 0 : state !== "undoing" && state !== "undone";
  const isReady = state === "checked" && !check.isChanged && !isAsking(of.asks, of.answers);
  return (
    <div className={clsx("grid grid-cols-[minmax(0,1fr)] gap-4", !isFolded && FRAME)}>
      {!isFolded && (
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
          <p className="wrap-anywhere min-w-0 font-bold semi-wide">{filename}</p>
          <StateBadge look={STATES[state]} />
        </div>
      )}
      <div className="grid gap-1">
        <p ref={check.text} tabIndex={-1} role={isOpen ? "status" : undefined}>
          {textOfCheck(of, check)}
        </p>
        <p className="text-muted text-sm">
          Uploaded {formatDate(createdAt)}
          {uploadedBy && ` by ${uploadedBy}`}
          {undoUntil && ` · can be undone until ${formatDateTime(undoUntil)}`}
        </p>
      </div>
      {(state === "running" || state === "checking") && (
        <ProgressBar label={`${state === "running" ? "Import" : "Check"} of ${filename}`} value={doneShare} max={1} />
      )}
      {hasOutcome && <ImportOutcome of={of} />}
      {isOpen && state !== "checking" && <CheckForm of={of} check={check} />}
      {state === "checking" && check.error && <Alert>{errorDetail(check.error)}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        {isReady && of.created > 0 && <ActionButton of={of} name="start" />}
        {state === "checking" && check.error && <SmallButton onClick={check.check}>Try again</SmallButton>}
        {state !== "uploaded" && state !== "checking" && hasFile && (
          <SaveCsv
            call={() => adminApi.admin.imports[":id"].report.$get({ param: { id } })}
            label="Download report"
            filename={`report-of-${filename.replace(/\.\w+$/, "")}.csv`}
          />
        )}
        {(isOpen || state === "waiting" || state === "running") && <ActionButton of={of} name="cancel" />}
        {undoUntil && <ActionButton of={of} name="undo" />}
      </div>
    </div>
  );
}
