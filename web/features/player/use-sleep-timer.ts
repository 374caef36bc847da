import { useAtom, useSetAtom } from "jotai";
import { useEffect } from "react";
import { listen } from "../../lib/listen.ts";
import { pauseAllAtom } from "./active-medium.atoms.ts";
import { sleepAtom } from "./player.atoms.ts";

/** Pauses everything when the time is up or the medium ends. Mounting it more than once is harmless. */
export function useSleepTimer(): void {
  const [sleep, setSleep] = useAtom(sleepAtom);
  const pauseAll = useSetAtom(pauseAllAtom);
  useEffect(() => {
    if (sleep === null) return;
    const stop = () => {
      pauseAll();
      setSleep(null);
    };
    const stopListening = listen(document, { ended: stop }, true);
    const timer = sleep.kind === "minutes" ? setTimeout(stop, sleep.endsAt - Date.now()) : undefined;
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [sleep, setSleep, pauseAll]);
}
