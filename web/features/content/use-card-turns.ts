import { useEffect, useRef } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { DIAL_STEP_DEGREES, type DialCard, nearestTurn } from "./dial-geometry.ts";

/** The turn of every drawn card, continued from where the card stood before. */
export function useCardTurns(items: readonly ContentItem[], cards: readonly DialCard[]): Map<string, number> {
  const shown = useRef(new Map<string, number>());
  const turns = new Map<string, number>();
  for (const { index, offset } of cards) {
    const id = items[index]?.id;
    if (id !== undefined) turns.set(id, nearestTurn(offset * DIAL_STEP_DEGREES, shown.current.get(id)));
  }
  useEffect(() => {
    shown.current = turns;
  });
  return turns;
}
