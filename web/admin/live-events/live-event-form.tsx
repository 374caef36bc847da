import type { ClientResponse } from "hono/client";
import { useRef, useState } from "react";
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
import { useClose } from "../parts/ask-first.tsx";
import { useAction } from "../parts/use-action.ts";
import { useContractForm } from "../parts/use-contract-form.ts";

export const liveEventCalls = adminApi.admin["live-events"];

export const liveEventsQuery = adminQuery(["/api/admin/live-events"], () => liveEventCalls.$get());

function fromLocal(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

const NOT_SAVED = "We couldn't save the event. Your changes are still here. Try again.";
function valuesOf(event: LiveEvent | null) {
  const { title = "", startsAt = "", url = "", note = "" } = event ?? {};
  return { title, startsAt: startsAt && localTimeHere(Date.parse(startsAt)), url, note };
}

type LiveEventFormProps = { event: LiveEvent | null; onClose: () => void };

export function LiveEventForm({ event: opened, onClose }: LiveEventFormProps) {
  const [event, setEvent] = useState(opened);
  const [typed, show] = useState(() => valuesOf(opened));
  const requestId = useRef(crypto.randomUUID());
  const isTyped = JSON.stringify(typed) !== JSON.stringify(valuesOf(event));
  const { close, discardQuestion } = useClose("Live event", isTyped, onClose);
  const save = useAction({
    act: ({ requestId, ...json }: NewLiveEventRequest): Promise<ClientResponse<LiveEvent>> =>
      event
        ? liveEventCalls[":id"].$put({ param: { id: event.id }, json })
        : liveEventCalls.$post({ json: { requestId, ...json } }),
    reads: [liveEventsQuery.queryKey],
    notify: () => ({ tone: "success", title: event ? "Live event saved" : "Live event scheduled" }),
  });
  const { form, field } = useContractForm({
    schema: newLiveEventRequest,
    typed,
    // Changed input needs a new request ID.
    write: (next) => {
      requestId.current = crypto.randomUUID();
      show(next);
    },
    toRequest: ({ startsAt, ...words }) => ({
      ...words,
      startsAt: fromLocal(startsAt),
      requestId: requestId.current,
    }),
    send: (request) =>
      save.mutate(request, {
        // What was typed during the request is a change to the same event, not a new one.
        onSuccess: (saved) => (request.requestId === requestId.current ? onClose() : setEvent(saved)),
      }),
    error: save.error,
  });

  return (
    <Dialog
      isOpen
      onOpenChange={close}
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
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {event ? "Save" : "Schedule live event"}
          </Button>
        </DialogActions>
      </form>
      {discardQuestion}
    </Dialog>
  );
}

function whenHint(startsAt: string): string {
  const zone = zoneHere();
  if (startsAt === "") return `Your time zone (${zone}). Members see theirs.`;
  return `Your time zone (${zone}). That's ${formatDateTime(startsAt)}.`;
}
