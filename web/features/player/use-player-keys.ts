import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";
import { activeMediumAtom, chooseSpeedAtom, keysAtom } from "./active-medium.atoms.ts";
import { SKIP_SECONDS } from "./media-time.ts";
import { skip } from "./use-media-session.ts";

const ARROW_SECONDS = 5;
/** Elements that handle keys themselves while focused, including the dial's cards and the video's bars. */
const HAS_KEYS_OF_ITS_OWN =
  "input, textarea, select, [role=slider], [role=radio], [role=tab], [role=dialog], [contenteditable], media-time-range, media-volume-range";
/** Elements that Space presses. Letters and arrows mean nothing to them, so the player keeps those. */
const IS_PRESSED = "button, summary";

type KeysOf = {
  /** What the keys control while nothing else plays; null until loaded. */
  own: HTMLMediaElement | null;
  play: () => unknown;
  onSpeed?: ((speed: number) => void) | undefined;
};

function speedBeside({ playbackRate }: HTMLMediaElement, step: 1 | -1): number {
  const here = PLAYBACK_SPEEDS.findIndex((speed) => speed >= playbackRate);
  return PLAYBACK_SPEEDS[Math.max(0, Math.min(PLAYBACK_SPEEDS.length - 1, here + step))] ?? 1;
}

/** Clicks a control of the video, if it is visible. */
function press(media: HTMLMediaElement, control: string): void {
  const button = media.closest("media-controller")?.querySelector<HTMLElement>(control);
  if (button && button.offsetParent !== null) button.click();
}

/** What is paused yields to the medium that the page shows: nothing out of sight starts to play. */
function mediumOf(active: HTMLMediaElement | null, own: HTMLMediaElement | null): HTMLMediaElement | null {
  return active === null || active.paused ? own : active;
}

/** Keyboard shortcuts of an item's page, unless turned off. Use it once per page. */
export function usePlayerKeys(keysOf: KeysOf | null): void {
  const isOn = useAtomValue(keysAtom);
  const active = useAtomValue(activeMediumAtom);
  const chooseSpeed = useSetAtom(chooseSpeedAtom);
  useEffect(() => {
    if (!isOn || keysOf === null) return;
    const { own, play, onSpeed } = keysOf;
    const toggle = (media: HTMLMediaElement) => {
      if (!media.paused && !media.ended) media.pause();
      else if (media === own) play();
      else media.play().catch(() => undefined);
    };
    const step = (media: HTMLMediaElement, by: 1 | -1) => {
      const speed = speedBeside(media, by);
      chooseSpeed(speed);
      onSpeed?.(speed);
    };
    const keys: Record<string, (media: HTMLMediaElement) => void> = {
      " ": toggle,
      k: toggle,
      j: (media) => skip(media, -SKIP_SECONDS),
      l: (media) => skip(media, SKIP_SECONDS),
      arrowleft: (media) => skip(media, -ARROW_SECONDS),
      arrowright: (media) => skip(media, ARROW_SECONDS),
      m: (media) => {
        media.muted = !media.muted;
      },
      "<": (media) => step(media, -1),
      ">": (media) => step(media, 1),
      f: (media) => press(media, "media-fullscreen-button"),
      c: (media) => press(media, "media-captions-button"),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const focused = event.key === " " ? `${HAS_KEYS_OF_ITS_OWN}, ${IS_PRESSED}` : HAS_KEYS_OF_ITS_OWN;
      if (event.target instanceof Element && event.target.closest(focused)) return;
      const run = keys[event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      const media = mediumOf(active, own);
      if (media !== null) run(media);
      else if (run === toggle) play();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOn, keysOf, active, chooseSpeed]);
}
