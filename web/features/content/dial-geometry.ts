/** The dial's measures (spec section 2 and 9). */
export const DIAL_RADIUS_PX = 120;
export const DIAL_STEP_DEGREES = 45;
/** The ninth card of a 45° ring would lie on the first (DESIGN.md section 9). */
const MAX_CARDS = 360 / DIAL_STEP_DEGREES;

export type DialCard = { index: number; offset: number };

export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}

export function clampIndex(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** The cards to draw, in reading order: at most eight, with the selected one at offset 0, which is the top. */
export function cardsAround(selected: number, count: number): DialCard[] {
  const drawn = Math.min(count, MAX_CARDS);
  const before = Math.floor((drawn - 1) / 2);
  return Array.from({ length: drawn }, (_, position) => {
    const offset = position - before;
    return { index: wrapIndex(selected + offset, count), offset };
  });
}

/** The turn, in degrees, that shows the same angle and lies nearest to the present one: cards never spin the long way. */
export function nearestTurn(angle: number, present: number | undefined): number {
  return present === undefined ? angle : angle + 360 * Math.round((present - angle) / 360);
}

/** Degrees that a horizontal drag turns the dial: the finger stays on the card it holds at the top. */
export function dragToDegrees(deltaX: number): number {
  return (deltaX / DIAL_RADIUS_PX) * (180 / Math.PI);
}

/** A turn short of half a step still counts as a flick. */
const FLICK_DEGREES = 15;

/** How many cards a finished drag moves the selection by; a drag to the right goes back. */
export function stepsOfDrag(degrees: number): number {
  if (Math.abs(degrees) < FLICK_DEGREES) return 0;
  const steps = Math.max(1, Math.round(Math.abs(degrees) / DIAL_STEP_DEGREES));
  return degrees > 0 ? -steps : steps;
}
