/** Whether the device probably has a keyboard. No query asks for one, but whoever has a pointer that hovers usually does. */
export function hasKeyboard(): boolean {
  return window.matchMedia("(any-hover: hover)").matches;
}
