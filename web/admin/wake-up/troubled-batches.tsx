import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import type { DeliveryResponse, TroubledBatch } from "#domain/contract/wake-up.ts";
import { formatCount, formatTime } from "#domain/formats.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { AskFirst } from "../parts/ask-first.tsx";
import { useAction } from "../parts/use-action.ts";
import { allDeliveries, sendBatchAgain, troubledBatchesQuery } from "./delivery.query.ts";
import {
  membersOf,
  ONLY_MISSING,
  reasonText,
  resendQuestion,
  secondCopyQuestion,
  stateText,
  troubleText,
} from "./delivery-words.ts";

/** `doubt`: the server's text, once it has said that a second copy is possible. */
type Question = { batch: TroubledBatch; doubt: string | null };

function wordsOf({ batch, doubt }: Question) {
  const members = membersOf(batch);
  if (doubt === null) return { ...resendQuestion(members), text: ONLY_MISSING };
  const what = `the ${formatTime(batch.at)} email to ${formatCount(members, "member")}`;
  return { ...secondCopyQuestion(what), text: doubt };
}

/** Batches that didn't reach everyone. They can be sent again until their members' day ends. */
export function TroubledBatches({ date, resend }: Pick<DeliveryResponse, "date" | "resend">) {
  const list = useInfiniteQuery(troubledBatchesQuery(date, resend));
  const [question, setQuestion] = useState<Question | null>(null);
  const [results, setResults] = useState<Record<string, string>>({});
  const setResult = (id: string, result: string) => setResults((known) => ({ ...known, [id]: result }));
  const send = useAction({
    act: ({ batch, doubt }: Question) => sendBatchAgain(batch.id, doubt !== null),
    reads: [allDeliveries],
    notify: () => null,
    onDone: ({ batch }, { outcome, message }) => {
      setQuestion(outcome === "ask" ? { batch, doubt: message } : null);
      if (outcome !== "ask") setResult(batch.id, message);
    },
  });
  const confirm = (asked: Question) =>
    send.mutate(asked, {
      onError: (error) => {
        setQuestion(null);
        setResult(asked.batch.id, errorDetail(error));
      },
    });
  const batches = list.data?.pages.flatMap((page) => page.batches);
  if (batches === undefined) return <QueryPanel query={list} failed="Couldn't load batches" />;
  if (batches.length === 0) return null;
  return (
    <Card
      id="troubled"
      title="Failed batches"
      hint="Resending reaches only members who didn't get the email, and works until midnight in their time zone."
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {batches.map((batch) => (
          <li key={batch.id} className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-night p-4">
            <div className="grid min-w-0 grow basis-[15rem] gap-1">
              <p className="wrap-anywhere font-bold semi-wide">
                {formatTime(batch.at)} <span className="text-muted">· {batch.timezone}</span>
              </p>
              <p>{troubleText(batch)}</p>
              <p className="wrap-anywhere text-muted text-sm">{reasonText(batch)}</p>
              <p role="status" className="wrap-anywhere font-semibold text-sm empty:hidden">
                {results[batch.id]}
              </p>
            </div>
            {stateText(batch) && <Badge tone={batch.state === "open" ? "yellow" : "blue"}>{stateText(batch)}</Badge>}
            {batch.canSendAgain && (
              <Button
                icon={Send}
                variant="secondary"
                aria-label={`Resend: ${formatTime(batch.at)}, ${troubleText(batch)}`}
                onClick={() => setQuestion({ batch, doubt: null })}
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
          {...wordsOf(question)}
          isBusy={send.isPending}
          onClose={() => setQuestion(null)}
          onConfirm={() => confirm(question)}
        />
      )}
    </Card>
  );
}
