import { useMutation, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Send } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { DeliveryResponse } from "#domain/contract/wake-up.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { AskFirst } from "../parts/ask-first.tsx";
import { ProgressBar, SmallButton } from "../parts/controls.tsx";
import { allDeliveries, sendBatchAgain, troubledPage } from "./delivery.query.ts";
import { isTakenUp } from "./delivery-words.ts";

/** The question where some may have the email already. */
export const secondCopyQuestion = (what: string) => ({
  title: `Resend ${what} anyway?`,
  action: "Resend anyway",
  isDangerous: false,
});

/** The question before a resend. */
export const resendQuestion = (members: number) => ({
  title: `Resend to ${formatCount(members, "member")}?`,
  action: "Resend",
  isDangerous: false,
});

export const ONLY_MISSING = "We'll send it only to members who didn't get it and can still get it today.";

/** A resend of all batches in progress, with the state of each batch begun. */
export type Run = { done: number; sent: number; total: number; states: Record<string, "Sending" | "Done"> };

/** Yields the IDs of a morning's batches that can be sent again, page by page. Batches sent meanwhile move to the end. */
async function* waitingBatches(date: string): AsyncGenerator<string> {
  // A batch that fails again gets a new ID derived from its own; don't send it twice in one run.
  const seen = new Set<string | undefined>();
  let after: string | undefined;
  do {
    const { batches, next } = await read(troubledPage({ date, after }));
    for (const { id, canSendAgain } of batches) {
      const [first] = id.split(".again");
      if (!canSendAgain || seen.has(first)) continue;
      seen.add(first);
      yield id;
    }
    const last = batches.at(-1);
    after = last && isTakenUp(last) ? undefined : (next ?? undefined);
  } while (after !== undefined);
}

const count = (batches: number) => formatCount(batches, "batch", "batches");

type SendAllAgainProps = {
  date: string;
  resendable: DeliveryResponse["resendable"];
  run: Run | null;
  setRun: (run: Run | null) => void;
};

/** Sends all of a morning's batches again, one at a time. After a stop or an error, it continues with the rest; each is sent once. */
export function SendAllAgain({ date, resendable, run, setRun }: SendAllAgainProps) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<string[]>([]);
  const isStopped = useRef(false);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  useEffect(() => stop, [stop]);
  const sendAll = useMutation({
    mutationFn: async (again: string[] | null) => {
      isStopped.current = false;
      const now: Run = { done: 0, sent: 0, total: again?.length ?? resendable.batches, states: {} };
      const toAsk: string[] = [];
      const show = (id: string, state: "Sending" | "Done") => {
        now.states = { ...now.states, [id]: state };
        setRun({ ...now });
      };
      setRun(now);
      for await (const id of again ?? waitingBatches(date)) {
        if (isStopped.current) break;
        show(id, "Sending");
        const outcome = await sendOne(id, again !== null);
        now.done += 1;
        if (outcome === "queued") now.sent += 1;
        if (outcome === "ask") toAsk.push(id);
        show(id, "Done");
      }
      return { sent: now.sent, toAsk };
    },
    onSuccess: ({ toAsk }) => setAsked(toAsk),
    onSettled: () => {
      setRun(null);
      return queryClient.invalidateQueries({ queryKey: allDeliveries });
    },
  });
  const { data: done, error } = sendAll;
  if (resendable.batches < 2 && sendAll.isIdle) return null;
  return (
    <div className={clsx("mb-5 grid gap-3", run && "run-bar")}>
      {run ? (
        <div className="grid gap-2 rounded-xl border border-line bg-raised p-4">
          <div className="flex items-center gap-3">
            <p className="min-w-0 flex-1 font-bold tabular-nums">
              {formatNumber(run.done)} of {count(run.total)}
            </p>
            <SmallButton variant="ghost" onClick={stop}>
              Stop
            </SmallButton>
          </div>
          <ProgressBar label="Resending" value={run.done} max={run.total} />
          <p role="status" className="text-muted text-sm">
            Resending. Keep this page open until it's done. You can resend what's left later.
          </p>
        </div>
      ) : (
        resendable.batches > 1 && (
          <Button icon={Send} className="justify-self-start" onClick={() => setIsAsking(true)}>
            Resend all
          </Button>
        )
      )}
      {error && (
        <Alert>
          <p className="font-semibold">Some batches weren't resent</p>
          <p>{`${errorDetail(error)} You can resend the rest.`}</p>
        </Alert>
      )}
      {done && (done.sent > 0 || done.toAsk.length === 0) && (
        <Alert tone={done.sent > 0 ? "success" : "info"}>
          {done.sent > 0 ? `Resending ${count(done.sent)}.` : "Nothing left to resend."}
        </Alert>
      )}
      {isAsking && (
        <AskFirst
          {...resendQuestion(resendable.members)}
          text={ONLY_MISSING}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            sendAll.mutate(null);
          }}
        />
      )}
      {asked.length > 0 && !run && (
        <AskFirst
          {...secondCopyQuestion(count(asked.length))}
          text={`We don't know whether ${count(asked.length)} arrived. If you resend, some members may get a second copy.`}
          isBusy={sendAll.isPending}
          onClose={() => setAsked([])}
          onConfirm={() => sendAll.mutate(asked)}
        />
      )}
    </div>
  );
}

/** The outcome for one batch; null if its morning is over or everyone has received the email meanwhile. */
async function sendOne(id: string, mayRepeat: boolean) {
  try {
    return (await read(sendBatchAgain(id, mayRepeat))).outcome;
  } catch (error) {
    if (error instanceof ApiError && error.code === "conflict") return null;
    throw error;
  }
}
