import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  ASK_EVERY_MS,
  type LeftWindow,
  leftStateOf,
  PATIENCE_MS,
  READING_AGE_MS,
} from "../../features/money/left-window.ts";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";
import { keepDraft } from "./gift-form.ts";

type KeptGift = { id: string; approvedAt: number | null; left?: LeftWindow | null };

const openGift = stored(
  "open_gift",
  (value) => (isRecord(value) && typeof value.id === "string" ? (value as KeptGift) : null),
  { scope: "tab", endsWith: "session" },
);

/** One that is taken up after a reload has no window of PayPal's any more. */
function takeUp(): KeptGift | null {
  const kept = openGift.read();
  return kept && kept.approvedAt === null ? { ...kept, left: { at: Date.now(), isClear: false } } : kept;
}

/** The capture of the order that this tab has begun: taken up again after a reload, asked for until it is known or patience ends. */
export function useCapture() {
  const [kept, setKept] = useState(takeUp);
  const latest = useRef(kept);
  /** Begun since the page was loaded: its buyer may be at PayPal, or have been there. */
  const isBegunHere = useRef(false);
  const keep = (gift: KeptGift | null) => {
    latest.current = gift;
    openGift.write(gift);
    setKept(gift);
  };
  const [isDeclined, setIsDeclined] = useState(false);
  const capture = async (gift: KeptGift) => {
    const askedAt = Date.now();
    try {
      const call = api.gifts[":id"].capture.$post({ param: { id: gift.id } }, { init: { keepalive: true } });
      const answer = await read(call);
      if (answer.state === "paid") {
        openGift.write(null);
        keepDraft(null);
      }
      if (answer.state === "declined") {
        keep(null);
        setIsDeclined(true);
      }
      const { current } = latest;
      // A reading from before the window was left says nothing of what was done in it.
      const readAt = askedAt - READING_AGE_MS;
      if (answer.state === "not_approved" && current?.id === gift.id && current.left && readAt >= current.left.at)
        keep({ ...current, left: { ...current.left, isClear: true } });
      return answer;
    } catch (error) {
      // Taken up after a reload, and the day of its cookie is over: nothing more is learnt of it here.
      if (isRefusal(error) && latest.current?.approvedAt === null && !isBegunHere.current) keep(null);
      throw error;
    }
  };
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["/api/gifts", kept?.id, "capture"],
    queryFn: () => (kept === null ? null : capture(kept)),
    enabled: kept !== null,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => state.data?.state !== "paid",
    refetchInterval: ({ state }) => {
      const waitsSince = kept?.approvedAt ?? (kept?.left?.isClear === false ? kept.left.at : null);
      if (waitsSince === null || state.data?.state === "paid" || isRefusal(state.error)) return false;
      return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) - waitsSince >= PATIENCE_MS ? false : ASK_EVERY_MS;
    },
  });
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  const isRefused = isRefusal(error);
  const stateOf = () => {
    if (data?.state === "paid") return "paid";
    if (kept === null || kept.approvedAt === null) return "open";
    return isRefused || askedAt - kept.approvedAt >= PATIENCE_MS ? "late" : "confirming";
  };
  const ask = (change: Pick<KeptGift, "approvedAt" | "left">) => {
    if (latest.current === null) return;
    keep({ ...latest.current, ...change });
    void refetch({ cancelRefetch: false });
  };
  return {
    state: stateOf(),
    /** While it is open: what may be said of a window that was left. */
    left: kept === null ? null : leftStateOf(kept.left ?? null, { askedAt, isRefused }),
    /** Opens the giver's page of it, once it is paid. */
    order: data?.order ?? null,
    isAsking: isFetching,
    isDeclined,
    begin: (id: string) => {
      setIsDeclined(false);
      isBegunHere.current = true;
      keep({ id, approvedAt: null });
    },
    ask: () => ask({ approvedAt: Date.now(), left: null }),
    /** PayPal's window is gone without a word that it was approved. False where nothing was begun that could have been. */
    leave: (): boolean => {
      if (latest.current?.approvedAt === null) ask({ approvedAt: null, left: { at: Date.now(), isClear: false } });
      return latest.current !== null;
    },
    forget: () => keep(null),
  };
}
