import { useSetAtom } from "jotai";
import { useEffect, useRef, useState } from "react";
import { chooseSpeedAtom } from "./active-medium.atoms.ts";
import { PREFERENCES } from "./player-preferences.ts";

/** Applies the speed chosen last on any device (undefined until known), unless another one is chosen here meanwhile. */
export function useSpeedOfMember(speed: number | undefined): void {
  const choose = useSetAtom(chooseSpeedAtom);
  const [before] = useState(PREFERENCES.speed.read);
  const isTaken = useRef(false);
  useEffect(() => {
    if (speed === undefined || isTaken.current) return;
    isTaken.current = true;
    if (PREFERENCES.speed.read() === before) choose(speed);
  }, [speed, before, choose]);
}
