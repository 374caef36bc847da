import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import type { TroubledBatch } from "#domain/contract/wake-up.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { ShowMore } from "../parts/show-more.tsx";
import { allDeliveries, sendBatchAgain, troubledBatchesQuery } from "./delivery.query.ts";
import { formatSlot, reasonText, troubleText } from "./delivery-words.ts";
import { SecondCopyDialog } from "./second-copy-dialog.tsx";
import { SendAllAgain } from "./send-all-again.tsx";

type Question = { batch: TroubledBatch; text: string };

type TroubledBatchesProps = {
  date: string;
  /** How many of them nobody has sent again. */
  waiting: number;
};

/** The batches that did not reach everybody. They can be sent again until their members' day ends. */
export function TroubledBatches({ date, waiting }: TroubledBatchesProps) {
  const list = useInfiniteQuery(troubledBatchesQuery(date));
  const queryClient = useQueryClient();
  const toast = useToast();
  const [question, setQuestion] = useState<Question | null>(null);
  const send = useMutation({
    mutationFn: ({ batch, mayRepeat }: { batch: TroubledBatch; mayRepeat: boolean }) =>
      sendBatchAgain(batch.id, mayRepeat),
    onSuccess: ({ outcome, message }, { batch }) => {
      if (outcome === "ask") return setQuestion({ batch, text: message });
      setQuestion(null);
      toast({ title: message, tone: outcome === "queued" ? "success" : "info" });
    },
    onError: (error) => toast({ title: "Failed to send again", description: errorDetail(error), tone: "error" }),
    onSettled: () => queryClient.invalidateQueries(allDeliveries),
  });
  const busyWith = send.isPending ? send.variables.batch.id : null;
  const batches = list.data?.pages.flatMap((page) => page.batches);
  if (batches === undefined) {
    if (list.isPending) return null;
    return (
      <StatePanel kind="error" title="Failed to fetch the batches" detail={errorDetail(list.error)} retry={list} />
    );
  }
  if (batches.length === 0) return null;
  return (
    <Card aria-labelledby="troubled">
      <CardHeading id="troubled" hint="Sent again, a mail goes only to those who are still due, until their day ends.">
        Batches that did not reach everybody
      </CardHeading>
      {waiting > 1 && (list.hasNextPage || batches.some(({ canSendAgain }) => canSendAgain)) && (
        <SendAllAgain date={date} waiting={waiting} />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {batches.map((batch) => (
          <li key={batch.id} className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-night p-4">
            <div className="grid min-w-0 grow basis-[15rem] gap-1">
              <p className="wrap-anywhere font-bold semi-wide">
                {formatSlot(batch.at)} <span className="text-muted">· {batch.timezone}</span>
              </p>
              <p>{troubleText(batch)}</p>
              <p className="wrap-anywhere text-muted text-sm">{reasonText(batch)}</p>
            </div>
            {batch.wasSentAgain && <Badge tone="blue">Sent again</Badge>}
            {batch.state === "open" && <Badge tone="yellow">Under way</Badge>}
            {batch.canSendAgain && (
              <Button
                variant="secondary"
                aria-label={`Send again: ${formatSlot(batch.at)}, ${troubleText(batch)}`}
                isBusy={busyWith === batch.id}
                disabled={busyWith !== null && busyWith !== batch.id}
                onClick={() => send.mutate({ batch, mayRepeat: false })}
              >
                {busyWith !== batch.id && <Send aria-hidden="true" className="size-4" />}
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list} label="Show more batches" />
      {question && (
        <SecondCopyDialog
          text={question.text}
          isBusy={send.isPending}
          onCancel={() => setQuestion(null)}
          onSend={() => send.mutate({ batch: question.batch, mayRepeat: true })}
        />
      )}
    </Card>
  );
}
