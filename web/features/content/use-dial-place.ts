import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { contentListQuery } from "./content.query.ts";
import {
  type DialAddress,
  isElsewhere,
  needsCorrection,
  readIndex,
  readMonth,
  withoutPlace,
  withPlace,
} from "./dashboard-address.ts";

/** The dial's place in the URL, corrected where invalid, and functions that turn the dial. */
export function useDialPlace({ defaultMonth, today }: SessionUser) {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  // Dial and title turn in one frame. The router follows in a later one, so until then this is the place, unless the browser's URL has left it.
  const [asked, setAsked] = useState<DialAddress | null>(null);
  const isLeft = asked !== null && isElsewhere(new URLSearchParams(window.location.search), asked);
  if (asked !== null && (isLeft || !isElsewhere(params, asked))) setAsked(null);
  const month = asked ?? readMonth(params, defaultMonth);
  const list = useQuery(contentListQuery(month));
  const items = list.data ?? [];
  const place = asked ?? { ...month, rolodex: readIndex(params, items, month, today) };
  const isWrong = asked === null && list.isSuccess && needsCorrection(params, place);
  const corrected = isWrong ? withPlace(params, place).toString() : null;
  useEffect(() => {
    if (corrected !== null) replaceParams(corrected);
  }, [corrected, replaceParams]);
  const standard = readMonth(withoutPlace(params), defaultMonth);
  const isStandard =
    standard.year === month.year &&
    standard.month === month.month &&
    (items.length === 0 || place.rolodex === readIndex(withoutPlace(params), items, month, today));
  return {
    month,
    list,
    items,
    place,
    isStandard,
    goTo: (next: DialAddress) => {
      setAsked(next);
      replaceParams(withPlace(params, next));
    },
    goToToday: () => {
      setAsked(null);
      replaceParams(withoutPlace(params));
    },
  };
}
