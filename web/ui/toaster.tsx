import { clsx } from "clsx";
import { useAtomValue, useSetAtom } from "jotai";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useEffect, useRef } from "react";
import { dockHeightAtom } from "./dock-height.atoms.ts";
import { dismissToastAtom, toastAtom } from "./use-toast.ts";

const DISPLAY_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

const TONES = {
  success: { icon: CircleCheck, color: "text-good" },
  error: { icon: CircleAlert, color: "text-bad" },
  info: { icon: Info, color: "text-info" },
} as const;

const GAP_PX = 12;

/** Scrolls lines that a toast may confirm, marked `data-confirmed`, out from under it and the dock. */
function uncover(place: HTMLElement): void {
  const toast = place.getBoundingClientRect();
  for (const line of document.querySelectorAll("[data-confirmed]")) {
    const { top, bottom, left, right } = line.getBoundingClientRect();
    const isBeside = right <= toast.left || left >= toast.right;
    if (!isBeside && bottom > toast.top && top < window.innerHeight) window.scrollBy(0, bottom - toast.top + GAP_PX);
  }
}

/** Used once, in an entry's providers. Radix pauses the timer on hover and focus; an error stays until it's dismissed. */
export function Toaster() {
  const toast = useAtomValue(toastAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  const dockHeight = useAtomValue(dockHeightAtom);
  const place = useRef<HTMLDivElement>(null);
  const shown = toast?.isOpen ? toast.key : null;
  useEffect(() => {
    const run = () => shown !== null && place.current && uncover(place.current);
    // The toast has its height a frame later, and the form that it confirms may close after that.
    const [frame, later] = [requestAnimationFrame(run), setTimeout(run, 300)];
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  }, [shown]);
  const tone = toast?.tone ?? "info";
  const { icon: Icon, color } = TONES[tone];
  return (
    <Toast.Provider duration={DISPLAY_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toast && (
        <Toast.Root
          key={toast.key}
          open={toast.isOpen}
          onOpenChange={(isOpen) => !isOpen && dismiss(toast.key)}
          duration={tone === "error" ? Number.POSITIVE_INFINITY : DISPLAY_MS}
          type={tone === "error" ? "foreground" : "background"}
          className="flex animate-rise items-start gap-3 rounded-2xl border border-control bg-raised p-4 shadow-2xl shadow-black transition-transform data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          <Icon className={clsx("mt-0.5 size-5 shrink-0", color)} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-bold semi-wide">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-0.5 break-words text-sm text-muted">
                {toast.description}
              </Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink focus-visible:-outline-offset-4"
          >
            <X className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <div
        ref={place}
        style={{ bottom: `max(${dockHeight}px + 0.75rem, env(safe-area-inset-bottom))` }}
        className="fixed inset-x-3 z-60 mx-auto max-w-md sm:right-5 sm:left-auto sm:w-[24rem]"
      >
        <Toast.Viewport />
      </div>
    </Toast.Provider>
  );
}
