import type { ClientResponse } from "hono/client";
import { useAtom, useStore } from "jotai";
import { useState } from "react";
import * as z from "zod";
import { type LiveEvent, type NewLiveEventRequest, newLiveEventRequest } from "#domain/contract/live-events.ts";
import { formatDateTime, zoneHere } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { localTimeHere } from "../../lib/device-clock.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { storedFormAtom, useStoredForm } from "../parts/stored.atoms.ts";
import { useAction } from "../parts/use-action.ts";

export const liveEventCalls = adminApi.admin["live-events"];

export const liveEventsQuery = adminQuery(["/api/admin/live-events"], () => liveEventCalls.$get());

function fromLocal(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

const NOT_SAVED = "We couldn't save the event. Your changes are still here. Try again.";
const storedForm = z.object({
  requestId: z.string(),
  title: z.string(),
  startsAt: z.string(),
  url: z.string(),
  note: z.string(),
});
type StoredForm = z.infer<typeof storedForm>;
const leftAtom = storedFormAtom<Record<string, StoredForm>>(
  "Live events",
  z.record(z.string(), storedForm),
  () => ({}),
);

function without<Value>(all: Record<string, Value>, place: string): Record<string, Value> {
  const { [place]: _, ...others } = all;
  return others;
}

function valuesOf(event: LiveEvent | null): StoredForm {
  const { title = "", startsAt = "", url = "", note = "" } = event ?? {};
  return {
    requestId: crypto.randomUUID(),
    title,
    startsAt: startsAt && localTimeHere(Date.parse(startsAt)),
    url,
    note,
  };
}

type LiveEventFormProps = {
  event: LiveEvent | null;
  onClose: () => void;
  /** Keeps editing an event that was just announced, if more was typed during the request. */
  onGoOn: (event: LiveEvent) => void;
};

export function LiveEventForm({ event, onClose, onGoOn }: LiveEventFormProps) {
  const [left, leave] = useAtom(leftAtom);
  const place = event?.id ?? "new";
  // Its own callbacks run even if the form is closed meanwhile.
  const save = useAction({
    act: ({ requestId, ...json }: NewLiveEventRequest): Promise<ClientResponse<LiveEvent>> =>
      event
        ? liveEventCalls[":id"].$put({ param: { id: event.id }, json })
        : liveEventCalls.$post({ json: { requestId, ...json } }),
    reads: [liveEventsQuery.queryKey],
    failed: false,
    tell: () => ({ tone: "success", title: event ? "Live event saved" : "Live event scheduled" }),
    onDone: ({ requestId }) => leave((all) => (all[place]?.requestId === requestId ? without(all, place) : all)),
  });
  const store = useStore();
  // The saved values stay on screen until the form closes, even though they are no longer kept.
  const [{ requestId, ...typed }, setShown] = useState(() => left[place] ?? valuesOf(event));
  const { form, field } = useStoredForm({
    schema: newLiveEventRequest,
    typed,
    // Changed input needs a new request ID. It is kept for next time if the form closes without saving.
    write: (next) => {
      const shown = { ...next, requestId: crypto.randomUUID() };
      setShown(shown);
      leave((all) => ({ ...all, [place]: shown }));
    },
    toRequest: ({ startsAt, ...words }) => ({ ...words, startsAt: fromLocal(startsAt), requestId }),
    send: (request) =>
      save.mutate(request, {
        onSuccess: (saved) => {
          const meanwhile = store.get(leftAtom)[place];
          if (meanwhile === undefined) return onClose();
          // What was typed during the request is a change to the same event, not a new one.
          leave((all) => ({ ...without(all, place), [saved.id]: meanwhile }));
          onGoOn(saved);
        },
      }),
    error: save.error,
  });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={event ? "Edit live event" : "Schedule live event"}
      description={
        event
          ? "Upcoming reminders use what you save here. Members who already got a reminder will see the new time in the next one."
          : undefined
      }
    >
      <form {...form} className="grid gap-5">
        {save.isError && <Alert>{formErrorText(save.error, NOT_SAVED, NOT_SAVED)}</Alert>}
        <TextField label="Title" required {...field("title")} />
        <TextField
          label="Date and time"
          type="datetime-local"
          required
          hint={whenHint(fromLocal(typed.startsAt))}
          {...field("startsAt")}
        />
        <TextField
          label="Link"
          type="url"
          inputMode="url"
          required
          hint="Where members join. Must start with https://."
          {...field("url")}
        />
        <TextAreaField
          label="Note"
          rows={3}
          hint="Optional. Only annual members see it, with the link."
          {...field("note")}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {event ? "Save" : "Schedule live event"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function whenHint(startsAt: string): string {
  const zone = zoneHere();
  if (startsAt === "") return `Your time zone (${zone}). Members see theirs.`;
  return `Your time zone (${zone}). That's ${formatDateTime(startsAt)}.`;
}
