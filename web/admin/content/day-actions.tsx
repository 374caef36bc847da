import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { addDays, formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { bind } from "../parts/bind.ts";
import { useKeptDay } from "../parts/kept.atoms.ts";
import { SmallButton } from "../parts/small-button.tsx";
import { useShowContent } from "./content.query.ts";
import { dropDraft, requireSaved } from "./open-drafts.ts";

type DayActionsProps = { item: LibraryItem; onOpen: (date: string) => void; onDeleted: () => void };

export function DayActions({ item, onOpen, onDeleted }: DayActionsProps) {
  const heading = useId();
  const show = useShowContent();
  const toast = useToast();
  const dayAfter = addDays(item.date, 1);
  const [date, setDate] = useKeptDay(`other-day/${item.id}`, dayAfter);

  function settled(text: string, opened: LibraryItem) {
    toast({ title: text, description: formatLongDate(opened.date), tone: "success" });
    setDate(dayAfter);
    onOpen(opened.date);
  }

  const duplicate = useMutation({
    mutationFn: async () => {
      await requireSaved(item.date);
      return read(adminApi.content[":id"].duplicate.$post({ param: { id: item.id }, json: { date } }));
    },
    onSuccess: async (copy) => {
      await show({ [copy.date]: copy });
      settled("Content Created", copy);
    },
  });
  const move = useMutation({
    mutationFn: async () => {
      await requireSaved(item.date);
      return read(adminApi.content[":id"].$put({ param: { id: item.id }, json: { date } }));
    },
    onSuccess: async (moved) => {
      await show({ [item.date]: null, [moved.date]: moved });
      settled("Content Updated", moved);
    },
  });
  const remove = useMutation({
    mutationFn: () => read(adminApi.content[":id"].$delete({ param: { id: item.id } })),
    onSuccess: async () => {
      dropDraft(item.id);
      await show({ [item.date]: null });
      const description = "It can be restored for 30 days, below the library.";
      toast({ title: "Content Deleted", description, tone: "success" });
      onDeleted();
    },
  });
  const failure = [duplicate, move, remove].find(({ isError }) => isError)?.error;
  const isBusy = duplicate.isPending || move.isPending || remove.isPending;
  const isWhole = isCalendarDate(date) && date !== item.date;

  return (
    <section aria-labelledby={heading} className="grid gap-4 rounded-xl border border-line bg-night p-4">
      <h3 id={heading} className="font-bold">
        Copy, move, delete
      </h3>
      {failure && <Alert>{formErrorText(failure, errorDetail(failure), errorDetail(failure))}</Alert>}
      <TextField
        label="Other day"
        type="date"
        hint={isWhole ? formatLongDate(date) : "Choose another day"}
        {...bind(date, setDate)}
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton isBusy={duplicate.isPending} disabled={!isWhole} onClick={() => isBusy || duplicate.mutate()}>
          Duplicate to this day
        </SmallButton>
        {item.emailSent ? (
          <p className="self-center text-muted text-sm">Its mail has gone out, so it stays on its day.</p>
        ) : (
          <SmallButton isBusy={move.isPending} disabled={!isWhole} onClick={() => isBusy || move.mutate()}>
            Move to this day
          </SmallButton>
        )}
      </div>
      <DeleteButton isFallback={item.isFallback} isBusy={remove.isPending} onDelete={() => isBusy || remove.mutate()} />
    </section>
  );
}

type DeleteButtonProps = { isFallback: boolean; isBusy: boolean; onDelete: () => void };

/** Asked once more in place; after that it can be restored. */
function DeleteButton({ isFallback, isBusy, onDelete }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <SmallButton variant="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
        Delete this content
      </SmallButton>
    );
  }
  return (
    <fieldset aria-label="Delete this content?" className="flex flex-wrap items-center gap-2">
      <p className="text-sm">
        Members lose it at once. It can be restored for 30 days.
        {isFallback && " It is chosen for mornings without content, and drops out there."}
      </p>
      <SmallButton variant="ghost" onClick={() => setIsAsking(false)}>
        Keep it
      </SmallButton>
      <SmallButton variant="danger" isBusy={isBusy} onClick={onDelete}>
        Delete it
      </SmallButton>
    </fieldset>
  );
}
