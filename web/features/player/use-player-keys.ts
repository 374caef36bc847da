import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";
import { keysAtom } from "./player.atoms.ts";
import { rememberPreference, setSpeed } from "./player-preferences.ts";
import { SKIP_SECONDS, skip } from "./use-media-session.ts";

const ARROW_SECONDS = 5;
/** What makes something of a key by itself while it has the focus, the dial's cards and the video's controls included. */
const HAS_KEYS_OF_ITS_OWN =
  "input, textarea, select, button, summary, [role=slider], [role=radio], [role=dialog], [contenteditable], media-controller";

type Actions = { toggle: () => void; onSpeed?: ((speed: number) => void) | undefined };

/** Speeds on offer, one step on from the present one. */
function stepSpeed(media: HTMLMediaElement, step: 1 | -1): number {
  const here = PLAYBACK_SPEEDS.findIndex((speed) => speed >= media.playbackRate);
  const next = PLAYBACK_SPEEDS[Math.max(0, Math.min(PLAYBACK_SPEEDS.length - 1, here + step))] ?? 1;
  setSpeed(media, next);
  rememberPreference("speed", next);
  return next;
}

/** The keys of a track's own page, unless the member has switched them off. */
export function usePlayerKeys(media: HTMLMediaElement | null, { toggle, onSpeed }: Actions): void {
  const isOn = useAtomValue(keysAtom);
  useEffect(() => {
    if (!isOn) return;
    const keys: Record<string, () => unknown> = {
      " ": toggle,
      k: toggle,
      j: () => media && skip(media, -SKIP_SECONDS),
      l: () => media && skip(media, SKIP_SECONDS),
      arrowleft: () => media && skip(media, -ARROW_SECONDS),
      arrowright: () => media && skip(media, ARROW_SECONDS),
      m: () => {
        if (media !== null) media.muted = !media.muted;
      },
      "<": () => media && onSpeed?.(stepSpeed(media, -1)),
      ">": () => media && onSpeed?.(stepSpeed(media, 1)),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(HAS_KEYS_OF_ITS_OWN)) return;
      const run = keys[event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [media, isOn, toggle, onSpeed]);
}
