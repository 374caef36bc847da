import { useAtomValue, useSetAtom } from "jotai";
import { lazy, Suspense, useEffect } from "react";
import { audioAtom, closePlayerAtom, trackAtom } from "../features/player/player.atoms.ts";
import { onSignOut } from "../lib/sign-out.ts";

// Reports, recovery, the lock screen and the mini-player: nothing that is needed before something is to be heard.
const PlayerHost = lazy(() => import("./player-host.tsx").then((module) => ({ default: module.PlayerHost })));

/** The one <audio> element of the app; pages come and go around it. */
export function AppPlayer() {
  const setAudio = useSetAtom(audioAtom);
  const close = useSetAtom(closePlayerAtom);
  const track = useAtomValue(trackAtom);
  useEffect(() => onSignOut(close), [close]);
  useEffect(onePlaysAtATime, []);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands as the transcript on the content page. */}
      <audio ref={setAudio} preload="metadata" />
      {track && (
        <Suspense>
          <PlayerHost key={track.date} track={track} />
        </Suspense>
      )}
    </>
  );
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
