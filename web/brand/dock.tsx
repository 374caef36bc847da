import { atom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

/** The theme's `sm` begins here. */
const PHONE = "(width < 40rem)";

const actionPlaceAtom = atom<HTMLElement | null>(null);
const playerPlaceAtom = atom<HTMLElement | null>(null);
const miniPlayerAtom = atom<HTMLElement | null>(null);

/** Toasts and the keyboard's scrolling keep clear of the dock by this variable; the page itself ends above it anyway. */
function publishHeight(dock: HTMLElement | null) {
  if (dock === null) return;
  const publish = () => document.documentElement.style.setProperty("--dock-height", `${dock.offsetHeight}px`);
  const observer = new ResizeObserver(publish);
  observer.observe(dock);
  return () => observer.disconnect();
}

/**
 * The one place at the screen's lower edge, which outlives every page: the mini-player, or else on phones a page's action
 * bar, and below it the navigation. It stands in the flow and sticks, so it never hides the end of a page, and lets go of
 * the edge on screens too low for it.
 */
export function Dock({ children }: { children?: ReactNode }) {
  return (
    <div
      ref={publishHeight}
      className="sticky bottom-0 z-30 bg-night/92 backdrop-blur-md has-[>:not(:empty)]:border-t has-[>:not(:empty)]:border-line has-[>:not(:empty)]:pb-[env(safe-area-inset-bottom)] [@media(height<24rem)]:static"
    >
      <div ref={useSetAtom(playerPlaceAtom)} />
      <div ref={useSetAtom(actionPlaceAtom)} />
      {children}
    </div>
  );
}

function subscribeToWidth(onChange: () => void) {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

type ActionBarProps = { label: string; children: ReactNode };

/** A page's main action: in the dock on phones, within the thumb's reach, and where it is written on wider screens or beside a mini-player. */
export function ActionBar({ label, children }: ActionBarProps) {
  const isPhone = useSyncExternalStore(subscribeToWidth, () => window.matchMedia(PHONE).matches);
  const place = useAtomValue(actionPlaceAtom);
  const isTaken = useAtomValue(miniPlayerAtom) !== null;
  if (!isPhone || !place || isTaken) return children;
  return createPortal(
    <section aria-label={label} className="px-4 pt-2.5 pb-2">
      {children}
    </section>,
    place,
  );
}

/** Puts the mini-player into the dock; for as long as it stands there, action bars stay in their pages. */
export function MiniPlayerPlace({ children }: { children: ReactNode }) {
  const place = useAtomValue(playerPlaceAtom);
  const setMiniPlayer = useSetAtom(miniPlayerAtom);
  return place && createPortal(<div ref={setMiniPlayer}>{children}</div>, place);
}
