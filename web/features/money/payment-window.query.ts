import { type QueryState, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { MINUTE_MS } from "#domain/durations.ts";
import { isRefusal } from "../../lib/api-error.ts";

/** The buyer left PayPal's window at `at` (epoch ms). `isClear`: PayPal, read after that, shows nothing was approved. */
export type LeftWindow = { at: number; isClear: boolean };

/** A purchase started in this tab and not finished; `approvedAt` is in epoch milliseconds. */
export type StartedPurchase = { id: string; approvedAt: number | null; left?: LeftWindow | null };
type Answer = { state: "active" | "paid" | "confirming" | "not_approved" | "declined"; isInvited?: boolean };

/** How one kind of purchase is stored in this tab and checked. */
export type Purchase<Stored extends StartedPurchase, Reply extends Answer> = {
  queryKey: string[];
  readStored: () => Stored | null;
  keep: (stored: Stored | null) => void;
  /** Has the server read the purchase at PayPal. The call should outlive the page, because it delivers what was paid for. */
  ask: (id: string) => Promise<Reply>;
  onPaid: (answer: Reply) => void;
  /** Whether to check before any approval, in case PayPal never calls the page back. */
  isWatched: boolean;
};

/** How long, and how often, the page checks a purchase that was approved or left. */
const PATIENCE_MS = 90_000;
const ASK_EVERY_MS = 2_500;
/** The server reads PayPal at most this often for all callers, so an answer can be this old. */
const READING_AGE_MS = 2000;
/** Before an approval, each check calls PayPal: only while visible, often for the minutes that most buyers take, then rarely. */
const OPEN_EVERY_MS = 10_000;
const QUESTIONS_OFTEN = 18;
const SELDOM_EVERY_MS = MINUTE_MS;

const isPaid = (answer: Answer | null | undefined) => answer?.state === "active" || answer?.state === "paid";

/** A purchase resumed after a reload no longer has a PayPal window. */
function takeUp<Stored extends StartedPurchase>(stored: Stored | null): Stored | null {
  return stored && stored.approvedAt === null ? { ...stored, left: { at: Date.now(), isClear: false } } : stored;
}

function askAgainAfter(
  stored: StartedPurchase | null,
  isWatched: boolean,
  state: QueryState<Answer | null>,
): number | false {
  if (stored === null || isPaid(state.data) || isRefusal(state.error)) return false;
  const waitsSince = stored.approvedAt ?? (stored.left?.isClear === false ? stored.left.at : null);
  if (waitsSince !== null)
    return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) - waitsSince >= PATIENCE_MS ? false : ASK_EVERY_MS;
  if (!isWatched) return false;
  return state.dataUpdateCount + state.errorUpdateCount < QUESTIONS_OFTEN ? OPEN_EVERY_MS : SELDOM_EVERY_MS;
}

/** Follows a purchase through PayPal's window: resumes it after a reload and checks it until the result is known or the time is up. */
export function usePaymentWindow<Stored extends StartedPurchase, Reply extends Answer>(
  purchase: Purchase<Stored, Reply>,
) {
  const [stored, setStored] = useState(() => takeUp(purchase.readStored()));
  const [isDeclined, setIsDeclined] = useState(false);
  const latest = useRef(stored);
  /** Started since the page loaded, so the buyer may be at PayPal or have been there. */
  const isStartedHere = useRef(false);
  const keep = (next: Stored | null) => {
    latest.current = next;
    purchase.keep(next);
    setStored(next);
  };
  const read = async ({ id }: Stored): Promise<Reply> => {
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
      // A reading from before the window was left doesn't show what was done in it.
      const readAt = askedAt - READING_AGE_MS;
      if (answer.state === "not_approved" && current?.id === id && current.left && readAt >= current.left.at)
        keep({ ...current, left: { ...current.left, isClear: true } });
      return answer;
    } catch (error) {
      // The purchase was resumed after a reload and its cookie has expired, so we can't learn its outcome here.
      if (isRefusal(error) && latest.current?.approvedAt === null && !isStartedHere.current) keep(null);
      throw error;
    }
  };
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [...purchase.queryKey, stored?.id],
    queryFn: () => (stored === null ? null : read(stored)),
    enabled: stored !== null,
    // Only one answer carries the session, so it's never dropped.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => !isPaid(state.data),
    refetchOnReconnect: ({ state }) => !isPaid(state.data),
    refetchInterval: ({ state }) => askAgainAfter(stored, purchase.isWatched, state),
  });
  const asked = { askedAt: Math.max(dataUpdatedAt, errorUpdatedAt), isRefused: isRefusal(error) };
  /** Checks again. A check already in progress isn't cancelled, because its answer may carry the session. */
  const ask = (change: Pick<StartedPurchase, "approvedAt" | "left">) => {
    if (latest.current === null) return;
    keep({ ...latest.current, ...change });
    void refetch({ cancelRefetch: false });
  };
  return {
    state: isPaid(data) ? "paid" : stateOf(stored, asked),
    answer: data,
    /** Paid, for an account that only its mailbox opens. */
    isInvited: data?.isInvited === true,
    /** While `state` is "open": what we know about a window that was left. */
    left: leftStateOf(stored?.left, asked),
    isAsking: isFetching,
    isDeclined,
    begin: (started: Stored) => {
      setIsDeclined(false);
      isStartedHere.current = true;
      keep(started);
    },
    /** The buyer has approved it, or wants it checked again. */
    ask: () => ask({ approvedAt: Date.now(), left: null }),
    /** PayPal's window closed without an approval. Returns false if no purchase was started. */
    leave: (): boolean => {
      if (latest.current?.approvedAt === null) ask({ approvedAt: null, left: { at: Date.now(), isClear: false } });
      return latest.current !== null;
    },
    forget: () => keep(null),
  };
}

type Asked = { askedAt: number; isRefused: boolean };

function stateOf(stored: StartedPurchase | null, { askedAt, isRefused }: Asked) {
  if (stored === null || stored.approvedAt === null) return "open";
  return isRefused || askedAt - stored.approvedAt >= PATIENCE_MS ? "late" : "confirming";
}

/** What the page may say after the buyer left PayPal's window; only a reading proves that nothing was charged. */
function leftStateOf(left: LeftWindow | null | undefined, { askedAt, isRefused }: Asked) {
  if (!left) return null;
  if (left.isClear) return "nothing";
  return isRefused || askedAt - left.at >= PATIENCE_MS ? "unknown" : "checking";
}

export type PaymentWindow = Omit<ReturnType<typeof usePaymentWindow>, "answer" | "begin">;
