import { useMemo } from "react";
import { useLocation } from "react-router";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { type Track, trackOf } from "./player.atoms.ts";

export function useTrack(item: OpenedItem, savesProgress: boolean): Track | null {
  const { pathname, search } = useLocation();
  return useMemo(() => trackOf(item, `${pathname}${search}`, savesProgress), [item, pathname, search, savesProgress]);
}
