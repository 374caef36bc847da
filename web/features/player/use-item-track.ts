import { useMemo } from "react";
import { useLocation } from "react-router";
import { type ItemAudio, type Track, trackOf } from "./player.atoms.ts";

export function useItemTrack(item: ItemAudio, savesProgress: boolean): Track | null {
  const { pathname, search } = useLocation();
  return useMemo(() => trackOf(item, `${pathname}${search}`, savesProgress), [item, pathname, search, savesProgress]);
}
