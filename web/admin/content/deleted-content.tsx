import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeletedContent as DeletedItems } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { formatCentralDate } from "../../lib/formats.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { useKeptDay } from "../parts/kept.atoms.ts";
import { deletedQuery, putContent, refreshPlan } from "./content.query.ts";
import { humanDate } from "./content-words.tsx";

/** What was deleted in the last 30 days; nothing at all while there is none, or it is not known yet. */
export function DeletedContent({ onOpen }: { onOpen: (date: string) => void }) {
  const deleted = useQuery(deletedQuery);
  const { data, error } = deleted;
  if (data ? data.length === 0 : !error) return null;
  return (
    <Card aria-labelledby="deleted-content">
      <CardHeading id="deleted-content" hint="Deleted content can be restored for 30 days.">
        Deleted Content
      </CardHeading>
      {data ? (
        <ul className="grid gap-3">
          {data.map((item) => (
            <DeletedItem key={item.id} item={item} onOpen={onOpen} />
          ))}
        </ul>
      ) : (
        <StatePanel kind="error" title="Deleted content did not load" detail={errorDetail(error)} retry={deleted} />
      )}
    </Card>
  );
}

type DeletedItemProps = { item: DeletedItems[number]; onOpen: (date: string) => void };

function DeletedItem({ item, onOpen }: DeletedItemProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [date, setDate] = useKeptDay(`restore-to/${item.id}`, item.date);
  const restore = useMutation({
    mutationFn: () => read(adminApi.content[":id"].restore.$post({ param: { id: item.id }, json: { date } })),
    onSuccess: async (restored) => {
      await putContent(queryClient, restored.date, restored);
      refreshPlan(queryClient);
      setDate(item.date);
      toast({ title: "Content Restored", description: humanDate(restored.date), tone: "success" });
      onOpen(restored.date);
    },
  });
  const { error } = restore;
  const isTaken = error instanceof ApiError && "date" in error.fields;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <p className="wrap-anywhere font-semibold">{item.title}</p>
          <p className="text-muted text-sm">
            {humanDate(item.date)} · kept until {formatCentralDate(item.keptUntil)}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11"
          isBusy={restore.isPending}
          aria-label={`Restore ${item.title} of ${formatLongDate(item.date)}`}
          onClick={() => restore.mutate()}
        >
          Restore
        </Button>
      </div>
      {(isTaken || date !== item.date) && (
        <TextField
          label="Restore to another day"
          type="date"
          value={date}
          error={isTaken ? error.fields.date : undefined}
          onChange={(event) => setDate(event.target.value)}
        />
      )}
      {error && !isTaken && (
        <p role="alert" className="text-bad text-sm">
          Not restored: {errorDetail(error)}
        </p>
      )}
    </li>
  );
}
