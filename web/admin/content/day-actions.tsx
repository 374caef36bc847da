import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { addDays, formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { bind, SmallButton } from "../parts/controls.tsx";
import { contentOfDateQuery, runwayQuery, useShowContent } from "./content.query.ts";
import { changeDraft } from "./drafts.atoms.ts";
import { requireSaved } from "./save-draft.ts";

type DayActionsProps = { item: LibraryItem; onOpen: (date: string) => void; onDeleted: () => void };

export function DayActions({ item, onOpen, onDeleted }: DayActionsProps) {
  const heading = useId();
  const queryClient = useQueryClient();
  const show = useShowContent();
  const toast = useToast();
  const { data: runway } = useQuery(runwayQuery);
  const free = runway?.days.find((day) => day.date > item.date && day.item === null);
  const [chosen, setDate] = useState<string | null>(null);
  const date = chosen ?? free?.date ?? addDays(item.date, 1);
  const isOther = isCalendarDate(date) && date !== item.date;
  const { data: there } = useQuery({ ...contentOfDateQuery(date), enabled: isOther });
  const isFree = isOther && !there;

  const copy = useMutation({
    mutationFn: async (isMove: boolean) => {
      await requireSaved(queryClient, item.id);
      const request = { param: { id: item.id }, json: { date } };
      return read(isMove ? adminApi.content[":id"].$put(request) : adminApi.content[":id"].duplicate.$post(request));
    },
    onSuccess: async (opened, isMove) => {
      await show({ ...(isMove && { [item.date]: null }), [opened.date]: opened });
      const [title, done] = isMove ? ["Session moved", "Moved"] : ["Session duplicated", "Copied"];
      toast({ title, description: `${done} to ${formatLongDate(opened.date)}`, tone: "success" });
      setDate(null);
      onOpen(opened.date);
    },
  });
  const choice = (isMove: boolean) => ({
    isBusy: copy.isPending && copy.variables === isMove,
    disabled: !isFree,
    onClick: () => copy.isPending || copy.mutate(isMove),
  });

  return (
    <section aria-labelledby={heading} className="grid gap-4 rounded-xl border border-line bg-night p-4">
      <h3 id={heading} className="font-bold">
        Duplicate, move, or delete
      </h3>
      {copy.error && <Alert>{errorDetail(copy.error)}</Alert>}
      <TextField
        label="New date"
        type="date"
        hint={isFree ? formatLongDate(date) : "Choose a different day"}
        error={
          there && isOther && chosen !== null ? `There's already a session on ${formatLongDate(date)}.` : undefined
        }
        {...bind(date, setDate)}
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton {...choice(false)}>Duplicate</SmallButton>
        {item.emailSent ? (
          <p className="self-center text-muted text-sm">Its email has been sent, so it can't be moved.</p>
        ) : (
          <SmallButton {...choice(true)}>Move</SmallButton>
        )}
      </div>
      <AskButton
        button={{ variant: "danger", size: "sm", className: "justify-self-start", children: "Delete session" }}
        title="Delete this session?"
        text={`${item.status === "draft" ? "" : "Members won't be able to open this session. "}You can restore it for 30 days.${
          item.mayBeSentAgain ? " It won't go out on mornings without a session anymore." : ""
        }`}
        action="Delete session"
        act={() => adminApi.content[":id"].$delete({ param: { id: item.id } })}
        reads={[]}
        notify={() => {
          const description = 'You can restore it from "Deleted sessions" for 30 days.';
          return { title: "Session deleted", description, tone: "success" };
        }}
        onDone={() => {
          changeDraft(item.id, () => null);
          void show({ [item.date]: null });
          onDeleted();
        }}
      />
    </section>
  );
}
