import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { keep as keepInTab, readKept } from "../../lib/tab-storage.ts";
import { keepDraft } from "./gift-form.ts";

type KeptGift = { id: string; approvedAt: number | null };

const KEY = "open_gift";
const PATIENCE_MS = 90_000;
const EVERY_MS = 2_500;

/** The capture of the order that this tab has begun: taken up again after a reload, asked for until it is known or patience ends. */
export function useCapture() {
  const [kept, setKept] = useState(() => JSON.parse(readKept(KEY) ?? "null") as KeptGift | null);
  const keep = (gift: KeptGift | null) => {
    keepInTab(KEY, gift && JSON.stringify(gift));
    setKept(gift);
  };
  const [isDeclined, setIsDeclined] = useState(false);
  const capture = async (gift: KeptGift) => {
    const call = api.gifts[":id"].capture.$post({ param: { id: gift.id } }, { init: { keepalive: true } });
    const answer = await read(call);
    if (answer.state === "paid") {
      keepInTab(KEY, null);
      keepDraft(null);
    }
    if (answer.state === "declined") {
      keep(null);
      setIsDeclined(true);
    }
    return answer;
  };
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["/api/gifts", kept?.id, "capture"],
    queryFn: () => (kept === null ? null : capture(kept)),
    enabled: kept !== null,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => state.data?.state !== "paid",
    refetchInterval: ({ state }) => {
      if (kept === null || kept.approvedAt === null || state.data?.state === "paid" || isRefusal(state.error))
        return false;
      return isLate(kept, Math.max(state.dataUpdatedAt, state.errorUpdatedAt)) ? false : EVERY_MS;
    },
  });
  const stateOf = () => {
    if (data?.state === "paid") return "paid";
    if (kept === null || kept.approvedAt === null) return "open";
    return isRefusal(error) || isLate(kept, Math.max(dataUpdatedAt, errorUpdatedAt)) ? "late" : "confirming";
  };
  return {
    state: stateOf(),
    /** Opens the giver's page of it, once it is paid. */
    order: data?.order ?? null,
    isAsking: isFetching,
    isDeclined,
    begin: (id: string) => {
      setIsDeclined(false);
      keep({ id, approvedAt: null });
    },
    ask: () => {
      if (kept === null) return;
      keep({ ...kept, approvedAt: Date.now() });
      void refetch({ cancelRefetch: false });
    },
    forget: () => keep(null),
  };
}

function isLate({ approvedAt }: KeptGift, askedAt: number): boolean {
  return approvedAt !== null && askedAt - approvedAt >= PATIENCE_MS;
}
