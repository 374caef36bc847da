import { Plus, Trash2, X } from "lucide-react";
import { useRef, useState } from "react";
import type { MemberNote } from "#domain/contract/members.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CONTROL_CLASS, TextAreaField } from "../../ui/field.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { bind, submits } from "../parts/controls.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { useUnsaved } from "../parts/unsaved.ts";
import { useAction } from "../parts/use-action.ts";

/** Changed text needs a new request ID: the old text may have been saved even if its response was lost. */
const noteOf = (text: string) => ({ requestId: crypto.randomUUID(), text });

export function MemberNotes({ id, notes }: { id: string; notes: MemberNote[] }) {
  const [note, setNote] = useState(() => noteOf(""));
  useUnsaved("Note", note.text !== "");
  const calls = adminApi.admin.members[":id"].notes;
  const add = useAction({
    act: (json: typeof note) => calls.$post({ param: { id }, json }),
    reads: [everyMemberKey],
    // Text typed since then stays.
    onDone: ({ requestId }) => setNote((present) => (present.requestId === requestId ? noteOf("") : present)),
  });

  return (
    <Card id="member-notes" title="Notes" hint="Only administrators see these.">
      <form {...submits(() => note.text.trim() !== "" && add.mutate(note))} className="grid gap-3">
        <TextAreaField
          label="New note"
          rows={3}
          maxLength={4000}
          {...bind(note.text, (text) => setNote(noteOf(text)))}
        />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          isBusy={add.isPending}
          aria-disabled={note.text.trim() === ""}
        >
          Add note
        </Button>
        <ActionError of={add} title="We couldn't save the note" />
      </form>
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mt-5 grid gap-3">
          {notes.map((one) => (
            <li
              key={one.id}
              className="flex items-start justify-between gap-3 rounded-xl border border-line bg-night p-4"
            >
              <div className="grid min-w-0 gap-1">
                <p className="wrap-anywhere whitespace-pre-wrap">{one.text}</p>
                <p className="text-muted text-sm">
                  {[one.author, formatDateTime(one.createdAt)].filter(Boolean).join(" · ")}
                </p>
              </div>
              <AskButton
                button={{ icon: Trash2, label: `Delete note from ${formatDateTime(one.createdAt)}` }}
                title="Delete this note?"
                text="You can't undo this."
                action="Delete note"
                act={() => calls[":noteId"].$delete({ param: { id, noteId: one.id } })}
                notify={() => ({ title: "Note deleted", tone: "success" })}
                reads={[everyMemberKey]}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Labels change with one tap and no question: removing one is undone by adding it again. */
export function MemberLabels({ id, labels }: { id: string; labels: string[] }) {
  const [text, setText] = useState("");
  useUnsaved("New label", text !== "");
  const field = useRef<HTMLInputElement>(null);
  // Send only what changed: another administrator may have added a label since.
  const set = useAction({
    act: (json: { add: string[] } | { remove: string[] }) =>
      adminApi.admin.members[":id"].labels.$put({ param: { id }, json }),
    reads: [everyMemberKey],
  });

  function add() {
    const label = text.trim().toLowerCase();
    if (label === "" || set.isPending) return;
    set.mutate({ add: [label] }, { onSuccess: () => setText((typed) => (typed === text ? "" : typed)) });
  }

  function takeOff(label: string) {
    if (set.isPending) return;
    // The pressed button disappears, so move focus to the field.
    field.current?.focus();
    set.mutate({ remove: [label] });
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {labels.length > 0 && (
        <ul aria-label="Labels" className="contents">
          {labels.map((label) => (
            <li
              key={label}
              className="inline-flex max-w-full items-center rounded-full border border-bolt/50 bg-bolt/12 pl-4 text-bolt text-sm"
            >
              <span className="truncate">{label}</span>
              <button
                type="button"
                aria-label={`Remove label ${label}`}
                aria-disabled={set.isPending}
                onClick={() => takeOff(label)}
                className="grid size-11 shrink-0 place-items-center rounded-full hover:text-ink"
              >
                <X className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form {...submits(add)} className="flex items-center gap-2">
        <input
          ref={field}
          type="text"
          aria-label="New label"
          placeholder="New label"
          maxLength={40}
          autoComplete="off"
          {...bind(text, setText)}
          className={`${CONTROL_CLASS} max-w-[10rem]`}
        />
        <Button type="submit" icon={Plus} variant="secondary" isBusy={set.isPending} aria-disabled={text.trim() === ""}>
          Add
        </Button>
      </form>
      <ActionError of={set} title="We couldn't change the labels" />
    </div>
  );
}
