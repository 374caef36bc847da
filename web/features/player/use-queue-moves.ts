import { useAtomValue, useSetAtom, useStore } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import { listen } from "../../lib/listen.ts";
import { useToast } from "../../ui/use-toast.ts";
import { audioAtom, audioConditionAtom, keepQueueAtom, type Queue, sleepAtom, type Track } from "./player.atoms.ts";
import { moveAtom } from "./queue.atoms.ts";
import { setHandler } from "./use-media-session.ts";

/** After this many in a row, the connection is at fault, and skipping on would only empty the queue. */
const MOST_FAILURES = 3;

/** Moves on when a session ends or doesn't load. @returns whether the last one has */
export function useQueueMoves({ title }: Track, queue: Queue): boolean {
  const store = useStore();
  const audio = useAtomValue(audioAtom);
  const hasFailed = useAtomValue(audioConditionAtom).status === "failed";
  const keep = useSetAtom(keepQueueAtom);
  const move = useSetAtom(moveAtom);
  const showToast = useToast();
  const [isOver, setIsOver] = useState(false);
  const { tracks, place, failures } = queue;
  const moveOn = (failed: number) => (place + 1 < tracks.length ? move(1, failed) : setIsOver(true));
  const onEnded = useEffectEvent(() => {
    if (store.get(sleepAtom)?.kind !== "end") moveOn(0);
  });
  const onPlaying = useEffectEvent(() => {
    setIsOver(false);
    if (failures !== 0) keep({ ...queue, failures: 0 });
  });
  useEffect(() => {
    // In the event's own turn, because a phone with a locked screen may not give another.
    if (audio !== null) return listen(audio, { ended: () => onEnded(), playing: () => onPlaying() });
  }, [audio]);
  const onFailed = useEffectEvent(() => {
    if (failures === null) return;
    if (failures + 1 === MOST_FAILURES) {
      const description = `${MOST_FAILURES} sessions in a row didn't load. Check your connection.`;
      return showToast({ tone: "error", title: "The queue stopped", description });
    }
    showToast({ tone: "error", title: `Skipped ${title}`, description: "It didn't load." });
    moveOn(failures + 1);
  });
  useEffect(() => {
    if (hasFailed) onFailed();
  }, [hasFailed]);
  return isOver;
}

/** Ends the queue when another session plays. */
export function useQueueEnd(isOurs: boolean): void {
  const keep = useSetAtom(keepQueueAtom);
  useEffect(() => {
    if (!isOurs) keep(null);
  }, [isOurs, keep]);
}

/** The lock screen's next and previous. After a call or another app's sound, some browsers have dropped them. */
export function useLockScreenMoves(hasPrevious: boolean, hasNext: boolean): void {
  const audio = useAtomValue(audioAtom);
  const move = useSetAtom(moveAtom);
  useEffect(() => {
    if (audio === null || !("mediaSession" in navigator)) return;
    const show = () => {
      setHandler("previoustrack", hasPrevious ? () => move(-1) : null);
      setHandler("nexttrack", hasNext ? () => move(1) : null);
    };
    show();
    const stopListening = listen(audio, { playing: show });
    return () => {
      stopListening();
      setHandler("previoustrack", null);
      setHandler("nexttrack", null);
    };
  }, [audio, hasPrevious, hasNext, move]);
}
