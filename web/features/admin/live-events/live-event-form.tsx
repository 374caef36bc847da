import { zodResolver } from "@hookform/resolvers/zod";
import { useAtom } from "jotai";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { type LiveEvent, type NewLiveEventRequest, newLiveEventRequest } from "#domain/contract/live-events.ts";
import { formatLiveEventTime } from "#domain/rules/live-events.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { ApiError } from "../../../lib/api-error.ts";
import { localTimeHere } from "../../../lib/device-clock.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { useToast } from "../../../ui/use-toast.ts";
import { keptFormAtom } from "../kept.atoms.ts";
import { useSaveLiveEvent } from "./live-events.query.ts";

/** "2027-01-17T12:00:00.000Z" as the field for date and time wants it, by the clock of whoever edits. */
function toLocal(instant: string): string {
  return instant === "" ? "" : localTimeHere(Date.parse(instant));
}

function fromLocal(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

const NEW = "new";
const keptForm = z.object({
  requestId: z.string(),
  title: z.string(),
  startsAt: z.string(),
  url: z.string(),
  note: z.string(),
});
/** What was typed and not saved, by event. */
const leftAtom = keptFormAtom<Record<string, NewLiveEventRequest>>(
  "Live events",
  z.record(z.string(), keptForm),
  () => ({}),
);

function without<Value>(all: Record<string, Value>, place: string): Record<string, Value> {
  const { [place]: _, ...others } = all;
  return others;
}

function valuesOf(event: LiveEvent | null): NewLiveEventRequest {
  const { title = "", startsAt = "", url = "", note = "" } = event ?? {};
  return { requestId: crypto.randomUUID(), title, startsAt, url, note };
}

type LiveEventFormProps = {
  event: LiveEvent | null;
  onClose: () => void;
  /** Goes on with an event that has just been announced, for what was typed meanwhile. */
  onGoOn: (event: LiveEvent) => void;
};

/** Announces an event, or changes one. Times are those of the administrator's own clock. */
export function LiveEventForm({ event, onClose, onGoOn }: LiveEventFormProps) {
  const toast = useToast();
  const [left, leave] = useAtom(leftAtom);
  const place = event?.id ?? NEW;
  const save = useSaveLiveEvent(event?.id ?? null, ({ requestId }) => {
    leave((all) => (all[place]?.requestId === requestId ? without(all, place) : all));
    toast({ tone: "success", title: event ? "Live event changed" : "Live event announced" });
  });
  const form = useForm({
    resolver: zodResolver(newLiveEventRequest),
    defaultValues: left[place] ?? valuesOf(event),
  });
  const { errors, isSubmitted } = form.formState;
  const startsAt = form.watch("startsAt");

  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        const typed = form.getValues();
        if (typed.requestId === values.requestId) return onClose();
        // What was typed meanwhile is a change of the same event, and no other one.
        leave((all) => ({ ...without(all, place), [saved.id]: typed }));
        onGoOn(saved);
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        for (const [name, message] of Object.entries(error.fields)) form.setError(name as "title", { message });
      },
    }),
  );

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={event ? "Change the live event" : "Announce a live event"}
      description={
        event
          ? "Mails still to come say what you save here. Who has had one already learns of a new time from the next one."
          : undefined
      }
    >
      <form
        noValidate
        onSubmit={submit}
        onChange={() => {
          // Another input is another request, and closed without saving it waits for the next time.
          form.setValue("requestId", crypto.randomUUID());
          leave((all) => ({ ...all, [place]: form.getValues() }));
        }}
        className="grid gap-5"
      >
        {save.isError && (
          <Alert>
            {(save.error instanceof ApiError && save.error.serverText) ||
              "The event was not saved. Your words are still here; please try again."}
          </Alert>
        )}
        <TextField label="Title" required error={errors.title?.message} {...form.register("title")} />
        <TextField
          label="Date and time"
          type="datetime-local"
          required
          hint={whenHint(startsAt)}
          error={errors.startsAt?.message}
          defaultValue={toLocal(startsAt)}
          onChange={({ target }) => {
            form.setValue("startsAt", fromLocal(target.value), { shouldDirty: true, shouldValidate: isSubmitted });
          }}
        />
        <TextField
          label="Link"
          type="url"
          inputMode="url"
          required
          hint="Where members join, beginning with https"
          error={errors.url?.message}
          {...form.register("url")}
        />
        <TextAreaField
          label="Note"
          rows={3}
          hint="Optional. Only annual members read it, with the link."
          error={errors.note?.message}
          {...form.register("note")}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {event ? "Save changes" : "Announce"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** By whose clock the field goes, and what the chosen time is in the product's own zone. */
function whenHint(startsAt: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (startsAt === "") return `By your clock (${zone}). Members read it by their own.`;
  return `By your clock (${zone}). In Chicago: ${formatLiveEventTime(Date.parse(startsAt), DEFAULT_ZONE)}.`;
}
