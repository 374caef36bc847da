import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { MemberNote } from "#domain/contract/members.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind } from "../parts/bind.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { useAction } from "../parts/use-action.ts";
import { useKeptNote } from "./kept-notes.atoms.ts";
import { everyMemberKey } from "./members.query.ts";

/** A note in progress survives leaving the page, along with its request id, so that a retry doesn't save it twice. */
export function MemberNotes({ id, notes }: { id: string; notes: MemberNote[] }) {
  const { note, write, clear } = useKeptNote(id);
  const [chosen, setChosen] = useState<MemberNote | null>(null);
  const calls = adminApi.admin.members[":id"].notes;
  const add = useAction({
    act: (json: typeof note) => calls.$post({ param: { id }, json }),
    reads: everyMemberKey,
    onDone: ({ requestId }) => clear(requestId),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (note.text.trim() !== "") add.mutate(note);
  }

  return (
    <TitledCard id="member-notes" title="Notes" hint="Only administrators read them.">
      <form onSubmit={submit} className="grid gap-3">
        <TextAreaField label="New note" rows={3} maxLength={4000} {...bind(note.text, write)} />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          isBusy={add.isPending}
          aria-disabled={note.text.trim() === ""}
        >
          Add note
        </Button>
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
                <p className="text-muted text-sm">{formatDateTime(one.createdAt)}</p>
              </div>
              <IconButton label={`Delete the note of ${formatDateTime(one.createdAt)}`} onClick={() => setChosen(one)}>
                <Trash2 aria-hidden="true" className="size-5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <AskToAct
          title="Delete this note?"
          text="It cannot be brought back."
          action="Delete"
          act={() => calls[":noteId"].$delete({ param: { id, noteId: chosen.id } })}
          tell={() => ({ title: "Note deleted", tone: "success" })}
          reads={everyMemberKey}
          onClose={() => setChosen(null)}
        />
      )}
    </TitledCard>
  );
}
