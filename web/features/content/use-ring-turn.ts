import { useEffect, useRef } from "react";
import { DIAL_STEP_DEGREES, nearestTurn } from "./dial-geometry.ts";

/** The turn of the scale behind the cards; at the month's seam it goes on instead of winding all the way back. */
export function useRingTurn(selected: number): number {
  const shown = useRef<number | undefined>(undefined);
  const turn = nearestTurn(-selected * DIAL_STEP_DEGREES, shown.current);
  useEffect(() => {
    shown.current = turn;
  });
  return turn;
}
