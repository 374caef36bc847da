import { useMutation } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { audioAtom, closePlayerAtom, queueText, type Track, trackAtom } from "../features/player/player.atoms.ts";
import { momentAtom } from "../features/progress/completion.atoms.ts";
import { lazyExtra } from "../lib/lazy-extra.tsx";
import { listen } from "../lib/listen.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { onSignOut } from "../lib/sign-out.ts";
import { useToast } from "../ui/use-toast.ts";

// If its code doesn't load, nothing is shown: the dashboard says the same, and a reload would cut the sound.
const CompletionMoment = lazyExtra(() => import("./completion-moment.tsx").then((module) => module.CompletionMoment));

export function AppPlayer() {
  const setAudio = useSetAtom(audioAtom);
  const moment = useAtomValue(momentAtom);
  const close = useSetAtom(closePlayerAtom);
  const track = useAtomValue(trackAtom);
  const PlayerHost = usePlayerHost(track, close);
  useEffect(() => onSignOut(close), [close]);
  useEffect(onePlaysAtATime, []);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is on the content page. */}
      <audio ref={setAudio} preload="metadata" />
      {track && PlayerHost && <PlayerHost key={track.date} track={track} />}
      {moment && <CompletionMoment moment={moment} />}
    </>
  );
}

/** Loads the host once something is about to play, or to restore a queue. Without it nothing plays, because nothing would be saved. */
function usePlayerHost(track: Track | null, close: () => void) {
  const showToast = useToast();
  const { data, mutate } = useMutation({
    mutationFn: () => loadChunk(() => import("./player-host.tsx")),
    onSuccess: (module) => module.restoreQueue(),
    onError: () => {
      close();
      showToast({
        tone: "error",
        title: "The player didn't load",
        description: "Check your connection and try again.",
      });
    },
  });
  useEffect(() => {
    if (data === undefined && (track !== null || queueText.read() !== null)) mutate();
  }, [track, data, mutate]);
  return data?.PlayerHost;
}

/** Starting one player pauses the one before it, whichever element or tab of this browser it's in. */
function onePlaysAtATime(): () => void {
  let playing: HTMLMediaElement | null = null;
  const otherTabs = new BroadcastChannel("playing");
  otherTabs.onmessage = () => playing?.pause();
  const onPlay = ({ target }: Event) => {
    const media = target as HTMLMediaElement;
    if (typeof media.pause !== "function") return;
    if (playing !== media) playing?.pause();
    playing = media;
    otherTabs.postMessage(null);
  };
  const stopListening = listen(document, { play: onPlay }, true);
  return () => {
    stopListening();
    otherTabs.close();
  };
}
