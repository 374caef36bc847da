import { atom, getDefaultStore } from "jotai";
import { onSignOut } from "../../lib/sign-out.ts";

/** Outlives its component (another tab, a look at a day, a refused password) and ends when the member signs out. */
export function keptAtom<Value>(initial: () => Value) {
  const kept = atom(initial());
  onSignOut(() => getDefaultStore().set(kept, initial()));
  return kept;
}
