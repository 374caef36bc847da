import { useMemo } from "react";
import type { OpenedItem } from "#domain/contract/content.ts";
import { useVisit } from "../../lib/router.tsx";
import { type Track, trackOf } from "./player.atoms.ts";

/** What the app's player needs to know of an item's audio; null without one. */
export function useTrack(item: OpenedItem, savesProgress: boolean): Track | null {
  const { pathname, search } = useVisit();
  return useMemo(() => trackOf(item, `${pathname}${search}`, savesProgress), [item, pathname, search, savesProgress]);
}
