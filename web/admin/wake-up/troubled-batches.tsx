import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import type { TroubledBatch } from "#domain/contract/wake-up.ts";
import { formatTime } from "#domain/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { AskFirst } from "../parts/ask-first.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { useAction } from "../parts/use-action.ts";
import { allDeliveries, sendBatchAgain, troubledBatchesQuery } from "./delivery.query.ts";
import { reasonText, troubleText } from "./delivery-words.ts";
import { SECOND_COPY, SendAllAgain } from "./send-all-again.tsx";

type Question = { batch: TroubledBatch; text: string };

/** Batches that didn't reach everyone. They can be sent again until their members' day ends. */
export function TroubledBatches({ date, waiting }: { date: string; waiting: number }) {
  const list = useInfiniteQuery(troubledBatchesQuery(date));
  const [question, setQuestion] = useState<Question | null>(null);
  const send = useAction({
    act: ({ batch, mayRepeat }: { batch: TroubledBatch; mayRepeat: boolean }) => sendBatchAgain(batch.id, mayRepeat),
    reads: [allDeliveries],
    failed: "Couldn't resend",
    tell: ({ outcome, message }) =>
      outcome === "ask" ? null : { title: message, tone: outcome === "queued" ? "success" : "info" },
    onDone: ({ batch }, { outcome, message }) => setQuestion(outcome === "ask" ? { batch, text: message } : null),
  });
  const busyWith = send.isPending ? send.variables.batch.id : null;
  const batches = list.data?.pages.flatMap((page) => page.batches);
  if (batches === undefined)
    return (
      <QueryPanel query={list} failed="Couldn't load batches">
        {() => null}
      </QueryPanel>
    );
  if (batches.length === 0) return null;
  return (
    <TitledCard
      id="troubled"
      title="Failed batches"
      hint="Resending reaches only members who didn't get the email, and works until midnight in their time zone."
    >
      {waiting > 1 && (list.hasNextPage || batches.some(({ canSendAgain }) => canSendAgain)) && (
        <SendAllAgain date={date} waiting={waiting} />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {batches.map((batch) => (
          <li key={batch.id} className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-night p-4">
            <div className="grid min-w-0 grow basis-[15rem] gap-1">
              <p className="wrap-anywhere font-bold semi-wide">
                {formatTime(batch.at)} <span className="text-muted">· {batch.timezone}</span>
              </p>
              <p>{troubleText(batch)}</p>
              <p className="wrap-anywhere text-muted text-sm">{reasonText(batch)}</p>
            </div>
            {batch.wasSentAgain && <Badge tone="blue">Resent</Badge>}
            {batch.state === "open" && <Badge tone="yellow">Sending</Badge>}
            {batch.canSendAgain && (
              <Button
                icon={Send}
                variant="secondary"
                aria-label={`Resend: ${formatTime(batch.at)}, ${troubleText(batch)}`}
                isBusy={busyWith === batch.id}
                disabled={busyWith !== null && busyWith !== batch.id}
                onClick={() => send.mutate({ batch, mayRepeat: false })}
              >
                Resend
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list} label="Show more batches" />
      {question && (
        <AskFirst
          {...SECOND_COPY}
          text={question.text}
          isBusy={send.isPending}
          onClose={() => setQuestion(null)}
          onConfirm={() => send.mutate({ batch: question.batch, mayRepeat: true })}
        />
      )}
    </TitledCard>
  );
}
