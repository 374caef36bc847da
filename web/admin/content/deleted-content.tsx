import { useMutation, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { DeletedContent as DeletedItems, LibraryItem } from "#domain/contract/content/library.ts";
import { formatDate } from "#domain/formats.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { bind, SmallButton } from "../parts/controls.tsx";
import { contentOfDateQuery, deletedQuery, useShowContent } from "./content.query.ts";
import { humanDate } from "./content-words.tsx";
import { draftsAtom } from "./drafts.atoms.ts";
import { WarnPanel } from "./theirs.tsx";

/** Content deleted in the last 30 days. Renders nothing while there is none or it is still loading. */
export function DeletedContent({ onOpen }: { onOpen: (date: string) => void }) {
  const deleted = useQuery(deletedQuery);
  const { data, error } = deleted;
  if (data ? data.length === 0 : !error) return null;
  return (
    <Card id="deleted-content" title="Deleted sessions" hint="You can restore them for 30 days.">
      <QueryPanel query={deleted} failed="Couldn't load deleted sessions">
        {(items) => (
          <ul className="grid gap-3">
            {items.map((item) => (
              <DeletedItem key={item.id} item={item} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </QueryPanel>
    </Card>
  );
}

function DeletedItem({ item, onOpen }: { item: DeletedItems[number]; onOpen: (date: string) => void }) {
  const [date, setDate] = useState(item.date);
  const restore = useRestore(item.id, (restored) => {
    setDate(item.date);
    onOpen(restored.date);
  });
  const { error } = restore;
  const isTaken = error instanceof ApiError && "date" in error.fields;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line p-4">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere font-semibold">{item.title}</p>
        <p className="text-muted text-sm">
          {humanDate(item.date)} · restore by {formatDate(item.keptUntil)}
        </p>
      </div>
      {(isTaken || date !== item.date) && (
        <div className="basis-full">
          <TextField
            label="Restore to another day"
            type="date"
            error={isTaken ? error.fields.date : undefined}
            {...bind(date, setDate)}
          />
        </div>
      )}
      {error && !isTaken && (
        <p role="alert" className="basis-full text-bad text-sm">
          Couldn't restore: {errorDetail(error)}
        </p>
      )}
      <SmallButton
        isBusy={restore.isPending}
        aria-label={`Restore ${item.title}, ${formatLongDate(item.date)}`}
        onClick={() => restore.mutate(date)}
      >
        Restore
      </SmallButton>
    </li>
  );
}

function useRestore(id: string, onRestored?: (restored: LibraryItem) => void) {
  const show = useShowContent();
  const toast = useToast();
  return useMutation({
    mutationFn: (date: string) => read(adminApi.content[":id"].restore.$post({ param: { id }, json: { date } })),
    onSuccess: async (restored) => {
      await show({ [restored.date]: restored });
      toast({ title: "Session restored", description: humanDate(restored.date), tone: "success" });
      onRestored?.(restored);
    },
  });
}

/** Shown above the editor when the item was deleted while it had unsaved text, which is saved once it is restored. */
export function DeletedDay({ item: { id, date } }: { item: LibraryItem }) {
  const restore = useRestore(id);
  return (
    <WarnPanel
      title="Someone else deleted this session"
      text="Your text is still here but isn't saved. Restore the session to save it."
    >
      {restore.error && (
        <p className="wrap-anywhere text-bad text-sm">Couldn't restore: {errorDetail(restore.error)}</p>
      )}
      <SmallButton className="justify-self-start" isBusy={restore.isPending} onClick={() => restore.mutate(date)}>
        Restore
      </SmallButton>
    </WarnPanel>
  );
}

/** A date's item, including one that another administrator has deleted while it has unsaved changes here. */
export function useDay(date: string) {
  const content = useQuery(contentOfDateQuery(date));
  const drafts = Object.values(useAtomValue(draftsAtom));
  const lost = content.data === null ? drafts.find(({ item }) => item.date === date)?.item : undefined;
  return { content, item: content.data ?? lost, isDeleted: lost !== undefined };
}
