import { atom } from "jotai";
import { keysChoiceAtom } from "./player.atoms.ts";
import { PREFERENCES } from "./player-preferences.ts";

export const keysAtom = atom(
  (get) => get(keysChoiceAtom) ?? PREFERENCES.keys.read() !== 0,
  (_get, set, isOn: boolean) => {
    set(keysChoiceAtom, isOn);
    PREFERENCES.keys.write(isOn ? 1 : 0);
  },
);
