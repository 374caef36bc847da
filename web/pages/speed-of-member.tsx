import { useSetAtom } from "jotai";
import { useEffect, useRef, useState } from "react";
import { chooseSpeedAtom } from "../features/player/active-medium.atoms.ts";
import { PREFERENCES } from "../features/player/player-preferences.ts";
import { useProfile } from "../features/profile/profile.query.ts";

/** Applies the speed last chosen on any device, unless another is chosen here before it has loaded. */
export function SpeedOfMember() {
  const { data, isFetchedAfterMount } = useProfile();
  const speed = isFetchedAfterMount ? data?.playbackSpeed : undefined;
  const choose = useSetAtom(chooseSpeedAtom);
  const [before] = useState(PREFERENCES.speed.read);
  const isTaken = useRef(false);
  useEffect(() => {
    if (speed === undefined || isTaken.current) return;
    isTaken.current = true;
    if (PREFERENCES.speed.read() === before) choose(speed);
  }, [speed, before, choose]);
  return null;
}
