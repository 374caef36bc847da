import { type PointerEvent, useRef, useState } from "react";
import { dragToDegrees, stepsBetween, stepsOfDrag, wrapIndex } from "./dial-geometry.ts";

type DialSelection = { selected: number; count: number; onSelect: (index: number) => void };

/** Counts on past the month's end. The dial turns at once and the URL follows, so quick turns start from the last request. */
export function useDialPosition({ selected, count, onSelect }: DialSelection) {
  const [dial, setDial] = useState({ position: selected, shown: selected, count, asked: null as number | null });
  if (selected !== dial.shown || count !== dial.count) {
    const isOvertaken = dial.asked !== null && dial.asked !== selected && count === dial.count;
    const position = dial.position + stepsBetween(wrapIndex(dial.position, count), selected, count);
    setDial(isOvertaken ? { ...dial, shown: selected } : { position, shown: selected, count, asked: null });
  }
  const turnBy = (steps: number) => {
    const position = dial.position + steps;
    const asked = wrapIndex(position, count);
    if (steps === 0) return;
    setDial({ ...dial, position, asked: asked === selected ? null : asked });
    onSelect(asked);
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
