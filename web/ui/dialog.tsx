import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type CSSProperties, type ReactNode, useRef } from "react";

type DialogProps = {
  isOpen: boolean;
  /** Without it, the dialog can't be closed. */
  onOpenChange?: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  isWide?: boolean;
  /** A drawer at the side, as tall as the screen; on a phone it's a tall sheet. */
  isDrawer?: boolean;
  /** Leaves the page beside it usable. */
  isBeside?: boolean;
  /** On a wide screen, a small menu whose right end is here, in px. It has no heading, and doesn't dim the page. */
  menuRight?: number;
  /** Fills the screen with news that interrupts: an alertdialog. */
  isScreen?: boolean;
  /** Buttons next to Close, and a row below the title. */
  tools?: ReactNode;
  head?: ReactNode;
  className?: string;
};

/** Containers that take focus if a control is gone. */
const HOLDERS = "section, [role=tabpanel], main";

/** The focused element and its containers, nearest first; the page if the opening button is already gone. */
function pathOfFocus(): HTMLElement[] {
  const path: HTMLElement[] = [];
  const isLost = document.activeElement === document.body;
  for (
    let place = isLost ? document.querySelector("main") : document.activeElement;
    place;
    place = place.parentElement?.closest(HOLDERS) ?? null
  ) {
    if (place instanceof HTMLElement) path.push(place);
  }
  return path;
}

/** Focuses the first one that can take it, because confirming may have removed the button that had it. */
function focusFirst(path: HTMLElement[]): void {
  for (const [index, place] of path.entries()) {
    if (index > 0 && !place.hasAttribute("tabindex")) {
      place.tabIndex = -1;
      place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
    }
    place.focus();
    if (document.activeElement === place) return;
  }
}

/** As Radix does for a modal dialog: if the focused control is removed, the dialog gets focus. */
function keepFocus(dialog: HTMLElement | null) {
  const observer = new MutationObserver((changes) => {
    const isLost = document.activeElement === document.body;
    if (isLost && changes.some(({ removedNodes }) => removedNodes.length > 0)) dialog?.focus();
  });
  if (dialog) observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const OVERLAY = "fixed inset-0 z-50 animate-fade bg-night/80 backdrop-blur-sm";
/** Below the header, and as wide as `MENU_WIDTH`. */
const MENU_WIDTH = 288;
const MENU = "sm:!mt-22 sm:!ml-(--left) sm:!max-h-[75dvh] sm:max-w-72 sm:!py-3";
const SCREEN = "top-0 content-start border-none px-[max(1.25rem,calc(50vw-17rem))]";

export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, isWide, isDrawer, isBeside, isScreen, className } = props;
  const { menuRight } = props;
  const isMenu = menuRight !== undefined;
  // Radix returns focus only to its own trigger; any button can open these dialogs.
  const opener = useRef<HTMLElement[]>([]);
  return (
    <RadixDialog.Root open={isOpen} {...(onOpenChange && { onOpenChange })} modal={!isBeside}>
      <RadixDialog.Portal>
        {/* Also over a dialog below. */}
        <RadixDialog.Overlay className={clsx(OVERLAY, isMenu && "sm:hidden")} />
        <RadixDialog.Content
          ref={isBeside ? keepFocus : null}
          {...(description ? {} : { "aria-describedby": undefined })}
          {...(isScreen && { role: "alertdialog" })}
          {...(isMenu && { style: { "--left": `${menuRight - MENU_WIDTH}px` } as CSSProperties })}
          onOpenAutoFocus={() => {
            opener.current = pathOfFocus();
          }}
          onKeyDown={(event) => {
            // Radix treats a toast as above the dialog and would take the Escape key meant for the focused element.
            if (event.key !== "Escape" || event.isDefaultPrevented()) return;
            event.preventDefault();
            onOpenChange?.(false);
          }}
          onInteractOutside={(event) => isBeside && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // With a drawer open, focus may already be on the page.
            if (!isBeside || document.activeElement === document.body) focusFirst(opener.current);
          }}
          className={clsx(
            "fixed inset-x-0 bottom-0 z-50 grid animate-rise grid-cols-1 gap-4 overflow-y-auto border border-line bg-panel p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] focus:outline-none",
            isScreen ? SCREEN : "rounded-t-card",
            isDrawer
              ? "h-[94dvh] content-start max-sm:px-4 sm:inset-y-0 sm:left-auto sm:h-dvh sm:w-[min(46rem,100vw)] sm:rounded-l-card sm:rounded-tr-none"
              : !isScreen && "mx-auto max-h-[90dvh] sm:inset-y-0 sm:my-auto sm:h-fit sm:rounded-card",
            !isDrawer && !isScreen && (isWide ? "sm:max-w-3xl" : isMenu ? MENU : "sm:max-w-lg"),
            className,
          )}
        >
          <div className={clsx(isMenu && "sm:hidden")}>
            <div className="flex items-start gap-2">
              <RadixDialog.Title className="min-w-0 flex-1 pt-2 text-xl">{title}</RadixDialog.Title>
              {props.tools}
              {onOpenChange && (
                <RadixDialog.Close
                  aria-label="Close"
                  className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-raised hover:text-ink"
                >
                  <X className="size-5" />
                </RadixDialog.Close>
              )}
            </div>
            {props.head}
          </div>
          {description && (
            <RadixDialog.Description asChild>
              <div className="text-muted">{description}</div>
            </RadixDialog.Description>
          )}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">{children}</div>;
}
