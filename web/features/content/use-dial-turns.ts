import { type PointerEvent, useRef, useState } from "react";
import { dragToDegrees, stepsBetween, stepsOfDrag, wrapIndex } from "./dial-geometry.ts";

type DialSelection = { selected: number; count: number; onSelect: (index: number) => void };

/** Counts on past the month's end, so that the dial turns on in the same direction. */
export function useDialPosition({ selected, count, onSelect }: DialSelection) {
  const [dial, setDial] = useState({ position: selected, selected, count });
  if (selected !== dial.selected || count !== dial.count) {
    const position = dial.position + stepsBetween(wrapIndex(dial.position, count), selected, count);
    setDial({ position, selected, count });
  }
  const turnBy = (steps: number) => {
    const position = dial.position + steps;
    if (steps === 0) return;
    setDial({ ...dial, position });
    onSelect(wrapIndex(position, count));
  };
  const turnTo = (index: number) => turnBy(stepsBetween(wrapIndex(dial.position, count), index, count));
  return { position: dial.position, turnBy, turnTo };
}

/** Shorter moves are taps on a card. Longer ones turn the dial, and the card gets no click. */
const DRAG_BEGINS_PX = 8;

export function useDialDrag(onTurn: (steps: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [degrees, setDegrees] = useState<number | null>(null);

  const end = (event: PointerEvent, isCancelled: boolean) => {
    const from = start.current;
    start.current = null;
    if (from === null || degrees === null) return;
    setDegrees(null);
    const steps = stepsOfDrag(dragToDegrees(event.clientX - from.x));
    if (!isCancelled && steps !== 0) onTurn(steps);
  };

  return {
    degrees,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.isPrimary && event.button === 0) start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current === null) return;
        const deltaX = event.clientX - start.current.x;
        if (degrees === null) {
          const isSideways = Math.abs(deltaX) > Math.abs(event.clientY - start.current.y);
          if (Math.abs(deltaX) < DRAG_BEGINS_PX || !isSideways) return;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        setDegrees(dragToDegrees(deltaX));
      },
      onPointerUp: (event: PointerEvent) => end(event, false),
      onPointerCancel: (event: PointerEvent) => end(event, true),
    },
  };
}
