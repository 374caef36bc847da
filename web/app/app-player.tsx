import { useMutation } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { audioAtom, closePlayerAtom, type Track, trackAtom } from "../features/player/player.atoms.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { onSignOut } from "../lib/sign-out.ts";
import { useToast } from "../ui/use-toast.ts";

/** The one <audio> element of the app; pages come and go around it. */
export function AppPlayer() {
  const setAudio = useSetAtom(audioAtom);
  const close = useSetAtom(closePlayerAtom);
  const track = useAtomValue(trackAtom);
  const PlayerHost = usePlayerHost(track, close);
  useEffect(() => onSignOut(close), [close]);
  useEffect(onePlaysAtATime, []);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands as the transcript on the content page. */}
      <audio ref={setAudio} preload="metadata" />
      {track && PlayerHost && <PlayerHost key={track.date} track={track} />}
    </>
  );
}

/**
 * Reports, recovery, the lock screen and the mini-player: nothing that is needed before something is to be heard. Without them
 * nothing plays, since nothing of it would be saved; the next tap asks for them again.
 */
function usePlayerHost(track: Track | null, close: () => void) {
  const showToast = useToast();
  const { data, mutate } = useMutation({
    mutationFn: () => loadChunk(() => import("./player-host.tsx")),
    networkMode: "always",
    onError: () => {
      close();
      showToast({
        tone: "error",
        title: "The player did not load",
        description: "Please check your connection and try again.",
      });
    },
  });
  useEffect(() => {
    if (track !== null && data === undefined) mutate();
  }, [track, data, mutate]);
  return data?.PlayerHost;
}

/** Starting one medium pauses the one before it, whichever elements they are: a capturing listener hears them all. */
function onePlaysAtATime(): () => void {
  let playing: HTMLMediaElement | null = null;
  const onPlay = ({ target }: Event) => {
    const media = target as HTMLMediaElement;
    if (typeof media.pause !== "function") return;
    if (playing !== media) playing?.pause();
    playing = media;
  };
  document.addEventListener("play", onPlay, true);
  return () => document.removeEventListener("play", onPlay, true);
}
