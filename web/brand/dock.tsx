import { atom, getDefaultStore, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useMedia } from "../lib/use-media.ts";
import { dockHeightAtom } from "../ui/dock-height.atoms.ts";

/** Below the theme's `sm` breakpoint. */
const PHONE = "(width < 40rem)";

/** Space that keyboard scrolling leaves above the dock, the same as without one (web/ui/theme.css). */
const CLEAR_PX = 32;

const actionPlaceAtom = atom<HTMLElement | null>(null);
const playerPlaceAtom = atom<HTMLElement | null>(null);
/** A page's action in the dock; null on wider screens, whose pages keep it. */
export const dockedActionAtom = atom<HTMLElement | null>(null);

/** Page, toasts, and keyboard scrolling keep clear of the dock. Each is set alone: an inherited variable would restyle the whole page. */
function publishHeight(room: HTMLElement | null) {
  if (!room) return;
  const parts = [...room.querySelectorAll<HTMLElement>(":scope>*>*")];
  const publish = () => {
    const height = parts.reduce((sum, part) => sum + part.offsetHeight, 0);
    room.style.height = `${height}px`;
    document.documentElement.style.scrollPaddingBottom = `${height + CLEAR_PX}px`;
    getDefaultStore().set(dockHeightAtom, height);
  };
  const observer = new ResizeObserver(publish);
  for (const part of parts) observer.observe(part);
  publish();
  return () => observer.disconnect();
}

const PART = "pointer-events-auto bg-night/92 backdrop-blur-md";
const EDGE = "not-empty:border-line not-empty:border-t";

/**
 * The fixed bottom bar that outlives every page: mini-player and a phone page's action in one row, below a queue's and above the
 * navigation. Beside the player, the action has no icon and no second button. The bar's box never moves. Where the rows would fill
 * the screen, they end the page instead.
 */
export function Dock({ children }: { children?: ReactNode }) {
  return (
    // Another function, so that React publishes again: the observer may hear a frame late that the navigation is gone, and the next page would jump.
    // Browsers count a visible box's moves as layout shifts, even if it's empty.
    <div ref={children ? publishHeight : (room) => publishHeight(room)} className="invisible">
      <div className="group visible pointer-events-none fixed inset-0 z-30 flex flex-col justify-end [@media(height<24rem)_and_(width<40rem)]:static">
        <div className={`peer relative flex flex-wrap short:flex-nowrap ${PART}`}>
          <div ref={useSetAtom(playerPlaceAtom)} className="contents" />
          <div
            ref={useSetAtom(actionPlaceAtom)}
            className={`min-w-0 flex-[99] empty:hidden [:not(:empty)+&_a]:text-[0.8125rem] [:not(:empty)+&_:is(svg,a+*)]:hidden ${EDGE}`}
          />
        </div>
        <div
          className={`${PART} ${EDGE} sm:not-empty:border-t-0 peer-has-[>:not(:empty)]:border-transparent group-has-[>*>:not(:empty)]:pb-[env(safe-area-inset-bottom)]`}
        >
          {children}
        </div>
      </div>
    </div>
  );
}

/** A page's main action: in the dock on phones, within thumb reach; in its own place on wider screens. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  const place = useAtomValue(actionPlaceAtom);
  const setAction = useSetAtom(dockedActionAtom);
  if (!isPhone || !place) return children;
  return createPortal(
    <section ref={setAction} aria-label={label} className="px-4 pt-2.5 pb-2">
      {children}
    </section>,
    place,
  );
}

export function MiniPlayerPlace({ children }: { children: ReactNode }) {
  const place = useAtomValue(playerPlaceAtom);
  return place && createPortal(children, place);
}
