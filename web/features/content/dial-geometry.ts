/** Dimensions of the dial (spec sections 2 and 9). dial.css repeats the radius of 120 px. */
const DIAL_RADIUS_PX = 120;
export const DIAL_STEP_DEGREES = 45;
/** The ninth card of a 45° ring would cover the first (docs/rules/spec.md, "Intentional departures"). */
const MAX_CARDS = 360 / DIAL_STEP_DEGREES;

export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}

export function clampIndex(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

export function stepsBetween(from: number, to: number, count: number): number {
  const forward = wrapIndex(to - from, count);
  return forward <= count / 2 ? forward : forward - count;
}

/**
 * `place` keeps counting past the end of the month, so that a card keeps its identity while drawn; `index` is its item's index.
 * `isWrapped`: between it and the selected card, the month begins again.
 */
type DialPlace = { place: number; index: number; offset: number; isWrapped: boolean };

/** The cards to draw, in reading order: at most eight, with the selected one at offset 0, the top. */
export function placesAround(position: number, count: number): DialPlace[] {
  const drawn = Math.min(count, MAX_CARDS);
  const before = Math.floor((drawn - 1) / 2);
  return Array.from({ length: drawn }, (_, nth) => {
    const offset = nth - before;
    const place = position + offset;
    const isWrapped = Math.floor(place / count) !== Math.floor(position / count);
    return { place, index: wrapIndex(place, count), offset, isWrapped };
  });
}

/** Degrees that a horizontal drag turns the dial, so that the card at the top stays under the finger. */
export function dragToDegrees(deltaX: number): number {
  return (deltaX / DIAL_RADIUS_PX) * (180 / Math.PI);
}

/** A drag of at least this many degrees turns the dial by one card, even if it is short of half a step. */
const FLICK_DEGREES = 15;

/** How many cards a finished drag moves the selection; a drag to the right moves it back. */
export function stepsOfDrag(degrees: number): number {
  if (Math.abs(degrees) < FLICK_DEGREES) return 0;
  const steps = Math.max(1, Math.round(Math.abs(degrees) / DIAL_STEP_DEGREES));
  return degrees > 0 ? -steps : steps;
}
