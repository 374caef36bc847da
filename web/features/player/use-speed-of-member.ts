import { useSetAtom } from "jotai";
import { useEffect, useRef, useState } from "react";
import { chooseSpeedAtom } from "./active-medium.atoms.ts";
import { PREFERENCES } from "./player-preferences.ts";

/** Sessions begin at the speed chosen last, on whichever device (undefined until it is known). What is chosen here meanwhile stands. */
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
