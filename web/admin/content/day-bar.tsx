import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Ellipsis, Mail } from "lucide-react";
import { useEffect, useState } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { formatCount } from "#domain/formats.ts";
import { previewPath } from "#domain/paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { uploadsAtom, uploadsOf } from "../media/uploads.atoms.ts";
import { Menu } from "../parts/menu.tsx";
import { preflightQuery } from "./content.query.ts";
import { fieldsOf, MEDIUM_OF_KIND } from "./content-fields.ts";
import { mailState, playsText, releaseOf, StatusBadge, UnseenBadge, verbOf } from "./content-words.tsx";
import { EditorSaveStatus } from "./save-status.tsx";
import type { Editor } from "./use-editor.ts";

const TOOLS = [
  { name: "preflight", label: "Preflight" },
  { name: "revisions", label: "Earlier versions" },
  { name: "day", label: "Duplicate, move, or delete" },
] as const;
export type DayTool = (typeof TOOLS)[number]["name"] | "mail";

type DayBarProps = {
  item: LibraryItem;
  isDeleted: boolean;
  today: string;
  editor: Editor;
  tool: DayTool | null;
  onTool: (tool: DayTool | null) => void;
};

/** An open day's state and actions, in view wherever its form is scrolled to. */
export function DayBar({ item, isDeleted, today, editor, tool, onTool }: DayBarProps) {
  const mail = mailState(item, today);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusBadge status={item.status} />
      {(item.emailSent || item.date < today) && <Badge tone={mail.tone}>Email: {mail.word}</Badge>}
      <UnseenBadge item={item} />
      {item.starts + item.favorites > 0 && <span className="text-muted text-sm tabular-nums">{playsText(item)}</span>}
      <EditorSaveStatus editor={editor} />
      {!isDeleted && (
        <div className="ml-auto flex items-center gap-2">
          <IconButton
            isSmall
            icon={Mail}
            label="Preview Email"
            className="aria-expanded:border-bolt aria-expanded:text-bolt"
            aria-expanded={tool === "mail"}
            onClick={() => onTool(tool === "mail" ? null : "mail")}
          />
          <Menu
            label="More"
            icon={Ellipsis}
            items={[
              // A client-side link, so that the password in memory isn't lost.
              { label: "View Content", to: previewPath(item.date) },
              ...TOOLS.map(({ name, label }) => ({
                label: tool === name ? `Close ${label.toLowerCase()}` : label,
                onSelect: () => onTool(tool === name ? null : name),
              })),
            ]}
          />
          {/* A new file has its own check, so that the issues of the one before aren't counted meanwhile. */}
          <PublishButton key={filesOf(item)} item={item} today={today} editor={editor} />
        </div>
      )}
    </div>
  );
}

const filesOf = (item: LibraryItem) =>
  Object.values(MEDIUM_OF_KIND)
    .map((name) => fieldsOf(item)[name])
    .join();

const PAUSE_MS = 1500;

/** A value once it hasn't changed for a moment: checks run after an edit, not at every pause in typing. */
function useAtRest<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setRested, PAUSE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function PublishButton({ item, today, editor }: Pick<DayBarProps, "item" | "today" | "editor">) {
  const { shown, release, errors, contested, videoAtStake } = editor;
  const steps = uploadsOf(useAtomValue(uploadsAtom), item.id).map(({ step }) => step);
  const isWaiting = steps.includes("waiting");
  const isUploading = steps.some((step) => step !== "waiting" && step !== "failed");
  const isDraft = shown.status === "draft";
  const rested = useAtRest(item);
  const checks = useQuery({
    ...preflightQuery(rested),
    // Not of a version that is already out of date: its count would change a moment later.
    enabled: isDraft && !isUploading && !isWaiting && rested.version === item.version,
    placeholderData: keepPreviousData,
  });
  if (!isDraft) return null;
  const next = release.wanted ?? releaseOf(item.date, today);
  const isHeld = isWaiting || videoAtStake !== null || contested.length > 0 || Object.keys(errors).length > 0;
  const issues = checks.data?.filter(({ result }) => result === "fail").length ?? 0;
  return (
    <Button
      size="sm"
      // The question below has the golden button then.
      variant={release.doubts ? "secondary" : "primary"}
      isBusy={isUploading || (release.wanted !== null && release.doubts === null)}
      // The status beside it says why. A disabled button would lose focus.
      aria-disabled={isHeld || undefined}
      onClick={() => isHeld || release.choose(next)}
    >
      {isUploading ? "Uploading..." : issues === 0 ? verbOf(next) : `${verbOf(next)} · ${formatCount(issues, "issue")}`}
    </Button>
  );
}
