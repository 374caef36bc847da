import { useAtom, useSetAtom } from "jotai";
import { useEffect } from "react";
import { listen } from "../../lib/listen.ts";
import { pauseAllAtom } from "./active-medium.atoms.ts";
import { sleepAtom } from "./player.atoms.ts";

/** Pauses everything when the time is up; ends with the medium, unless a queue continues within the time. Mounting it more than once is harmless. */
export function useSleepTimer(): void {
  const [sleep, setSleep] = useAtom(sleepAtom);
  const pauseAll = useSetAtom(pauseAllAtom);
  useEffect(() => {
    if (sleep === null) return;
    const stop = () => {
      pauseAll();
      setSleep(null);
    };
    // Once the queue has moved on, or hasn't because of this timer.
    const ended = ({ target }: Event) =>
      setTimeout(() => {
        if (sleep.kind === "end" || (target as HTMLMediaElement).paused) stop();
      });
    const stopListening = listen(document, { ended }, true);
    const timer = sleep.kind === "minutes" ? setTimeout(stop, sleep.endsAt - Date.now()) : undefined;
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [sleep, setSleep, pauseAll]);
}
