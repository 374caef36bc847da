import { atom } from "jotai";
import { keysChoiceAtom } from "./player.atoms.ts";
import { readPreference, rememberPreference } from "./player-preferences.ts";

/** Whether the keys play; on until the member switches them off. */
export const keysAtom = atom(
  (get) => get(keysChoiceAtom) ?? readPreference("keys") !== 0,
  (_get, set, isOn: boolean) => {
    set(keysChoiceAtom, isOn);
    rememberPreference("keys", isOn ? 1 : 0);
  },
);
