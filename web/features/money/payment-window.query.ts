import { type QueryState, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { MINUTE_MS } from "#domain/durations.ts";
import { isRefusal } from "../../lib/api-error.ts";

/** PayPal's window was left, in epoch milliseconds. `isClear` once a reading at PayPal from after that found nothing agreed to. */
export type LeftWindow = { at: number; isClear: boolean };

/** A purchase that this tab has begun and that has not come to its end; `approvedAt` is in epoch milliseconds. */
export type Begun = { id: string; approvedAt: number | null; left?: LeftWindow | null };
type Answer = { state: "active" | "paid" | "confirming" | "not_approved" | "declined" };

/** How a kind of purchase is kept in this tab, and asked for. */
export type Purchase<Kept extends Begun, Told extends Answer> = {
  queryKey: string[];
  readKept: () => Kept | null;
  keep: (kept: Kept | null) => void;
  /** The server reads it at PayPal. The call should outlive the page: it is what brings what was paid for. */
  ask: (id: string) => Promise<Told>;
  onPaid: (answer: Told) => void;
  /** Whether it is asked for before anything was approved, in case PayPal never calls the page back. */
  isWatched: boolean;
};

/** So long the page asks by itself what became of something approved or left, and so often. */
const PATIENCE_MS = 90_000;
const ASK_EVERY_MS = 2_500;
/** PayPal is read once in as long for all who ask: an answer may be so old. */
const READING_AGE_MS = 2000;
/**
 * Before something was approved it asks only while it is on screen: often for the minutes that most buyers take, seldom afterwards. Each
 * question is one call of PayPal's.
 */
const OPEN_EVERY_MS = 10_000;
const QUESTIONS_OFTEN = 18;
const SELDOM_EVERY_MS = MINUTE_MS;

const isPaid = (answer: Answer | null | undefined) => answer?.state === "active" || answer?.state === "paid";

/** One that is taken up after a reload has no window of PayPal's any more. */
function takeUp<Kept extends Begun>(kept: Kept | null): Kept | null {
  return kept && kept.approvedAt === null ? { ...kept, left: { at: Date.now(), isClear: false } } : kept;
}

function askAgainAfter(kept: Begun | null, isWatched: boolean, state: QueryState<Answer | null>): number | false {
  if (kept === null || isPaid(state.data) || isRefusal(state.error)) return false;
  const waitsSince = kept.approvedAt ?? (kept.left?.isClear === false ? kept.left.at : null);
  if (waitsSince !== null)
    return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) - waitsSince >= PATIENCE_MS ? false : ASK_EVERY_MS;
  if (!isWatched) return false;
  return state.dataUpdateCount + state.errorUpdateCount < QUESTIONS_OFTEN ? OPEN_EVERY_MS : SELDOM_EVERY_MS;
}

/** What becomes of a purchase in PayPal's window: taken up again after a reload, asked for until it is known or the patience ends. */
export function usePaymentWindow<Kept extends Begun, Told extends Answer>(purchase: Purchase<Kept, Told>) {
  const [kept, setKept] = useState(() => takeUp(purchase.readKept()));
  const [isDeclined, setIsDeclined] = useState(false);
  const latest = useRef(kept);
  /** Begun since the page was loaded: its buyer may be at PayPal, or have been there. */
  const isBegunHere = useRef(false);
  const keep = (next: Kept | null) => {
    latest.current = next;
    purchase.keep(next);
    setKept(next);
  };
  const read = async ({ id }: Kept): Promise<Told> => {
    const askedAt = Date.now();
    try {
      const answer = await purchase.ask(id);
      if (isPaid(answer)) {
        purchase.keep(null);
        purchase.onPaid(answer);
      }
      if (answer.state === "declined") {
        keep(null);
        setIsDeclined(true);
      }
      const { current } = latest;
      // A reading from before the window was left says nothing of what was done in it.
      const readAt = askedAt - READING_AGE_MS;
      if (answer.state === "not_approved" && current?.id === id && current.left && readAt >= current.left.at)
        keep({ ...current, left: { ...current.left, isClear: true } });
      return answer;
    } catch (error) {
      // Taken up after a reload, and the time of its cookie is over: nothing more is learnt of it here.
      if (isRefusal(error) && latest.current?.approvedAt === null && !isBegunHere.current) keep(null);
      throw error;
    }
  };
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [...purchase.queryKey, kept?.id],
    queryFn: () => (kept === null ? null : read(kept)),
    enabled: kept !== null,
    // One answer alone carries the session.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => !isPaid(state.data),
    refetchOnReconnect: ({ state }) => !isPaid(state.data),
    refetchInterval: ({ state }) => askAgainAfter(kept, purchase.isWatched, state),
  });
  const asked = { askedAt: Math.max(dataUpdatedAt, errorUpdatedAt), isRefused: isRefusal(error) };
  /** Asks on; an answer that is under way may be the one with the session in it, and is waited for. */
  const ask = (change: Pick<Begun, "approvedAt" | "left">) => {
    if (latest.current === null) return;
    keep({ ...latest.current, ...change });
    void refetch({ cancelRefetch: false });
  };
  return {
    state: isPaid(data) ? "paid" : stateOf(kept, asked),
    answer: data,
    /** While it is open: what may be said of a window that was left. */
    left: leftStateOf(kept?.left, asked),
    isAsking: isFetching,
    isDeclined,
    /** A purchase has begun, and is watched from now on. */
    begin: (begun: Kept) => {
      setIsDeclined(false);
      isBegunHere.current = true;
      keep(begun);
    },
    /** The buyer has approved it, or wants it asked for again. */
    ask: () => ask({ approvedAt: Date.now(), left: null }),
    /** PayPal's window is gone without a word that it was approved. False where nothing was begun that could have been. */
    leave: (): boolean => {
      if (latest.current?.approvedAt === null) ask({ approvedAt: null, left: { at: Date.now(), isClear: false } });
      return latest.current !== null;
    },
    forget: () => keep(null),
  };
}

type Asked = { askedAt: number; isRefused: boolean };

function stateOf(kept: Begun | null, { askedAt, isRefused }: Asked) {
  if (kept === null || kept.approvedAt === null) return "open";
  return isRefused || askedAt - kept.approvedAt >= PATIENCE_MS ? "late" : "confirming";
}

/** What may be said once PayPal's window was left without a word: only a reading says that nothing was charged. */
function leftStateOf(left: LeftWindow | null | undefined, { askedAt, isRefused }: Asked) {
  if (!left) return null;
  if (left.isClear) return "nothing";
  return isRefused || askedAt - left.at >= PATIENCE_MS ? "unknown" : "checking";
}

/** Of any kind of purchase. */
export type PaymentWindow = Omit<ReturnType<typeof usePaymentWindow>, "answer" | "begin">;
