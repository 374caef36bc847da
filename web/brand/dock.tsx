import { atom, getDefaultStore, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { dockHeightAtom } from "../ui/dock-height.atoms.ts";

/** The theme's `sm` begins here. */
const PHONE = "(width < 40rem)";

/** The keyboard's scrolling leaves this much above it, as it does without a dock (web/ui/theme.css). */
const CLEAR_PX = 32;

const actionPlaceAtom = atom<HTMLElement | null>(null);
const playerPlaceAtom = atom<HTMLElement | null>(null);
const miniPlayerAtom = atom<HTMLElement | null>(null);

/**
 * Page, toasts and the keyboard's scrolling keep clear of the dock, whatever stands in it. Each is told by itself: a variable at
 * the root that they inherit would style the whole page anew with every change.
 */
function publishHeight(room: HTMLElement | null) {
  if (room === null) return;
  const parts = [...(room.firstElementChild?.children ?? [])];
  const observer = new ResizeObserver(() => {
    const height = parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    room.style.height = `${height}px`;
    document.documentElement.style.scrollPaddingBottom = `${height + CLEAR_PX}px`;
    getDefaultStore().set(dockHeightAtom, height);
  });
  for (const part of parts) observer.observe(part);
  return () => observer.disconnect();
}

const PART = "pointer-events-auto bg-night/92 backdrop-blur-md not-empty:border-line not-empty:border-t";

/**
 * The one place at the screen's lower edge, which outlives every page: the mini-player, or else on phones a page's action
 * bar, and below it the navigation. Its box never moves, so what comes into it shifts nothing. Screens too low for it have
 * it at the end of the page.
 */
export function Dock({ children }: { children?: ReactNode }) {
  return (
    <div ref={publishHeight}>
      <div className="group pointer-events-none fixed inset-0 z-30 flex flex-col justify-end [@media(height<24rem)]:static">
        <div ref={useSetAtom(playerPlaceAtom)} className={PART} />
        <div ref={useSetAtom(actionPlaceAtom)} className={`peer ${PART}`} />
        <div
          className={`${PART} sm:not-empty:border-t-0 peer-not-empty:border-transparent group-has-[>:not(:empty)]:pb-[env(safe-area-inset-bottom)]`}
        >
          {children}
        </div>
      </div>
    </div>
  );
}

function subscribeToWidth(onChange: () => void) {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** A page's main action: in the dock on phones, within the thumb's reach, and where it is written on wider screens or beside a mini-player. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  const isPhone = useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
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
