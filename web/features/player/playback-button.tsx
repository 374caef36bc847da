import { clsx } from "clsx";
import { useAtomValue } from "jotai";
import { MoonStar } from "lucide-react";
import { Spinner } from "../../ui/button.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { hasKeyboard } from "./active-medium.atoms.ts";
import type { PlaybackSheetProps } from "./playback-sheet.tsx";
import { sleepAtom } from "./player.atoms.ts";

type PlaybackButtonProps = Pick<PlaybackSheetProps, "rate" | "onSpeed"> & { className: string };

export function PlaybackButton({ rate, className, onSpeed }: PlaybackButtonProps) {
  const sleep = useAtomValue(sleepAtom);
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./playback-sheet.tsx"));
  const parts = hasKeyboard() ? "speed, sleep timer, and shortcuts" : "speed and sleep timer";
  const onClick = () => {
    // The sheet isn't part of what fills the screen.
    if (document.fullscreenElement) void document.exitFullscreen();
    open();
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${rate}×: ${parts}${sleep ? ", sleep timer is set" : ""}`}
        onClick={onClick}
        className={clsx(
          "inline-flex min-h-11 items-center justify-center gap-2 rounded-full text-sm font-bold tabular-nums hover:text-bolt",
          className,
        )}
      >
        {isLoading ? <Spinner className="size-4" /> : `${rate}×`}
        {sleep && <MoonStar role="img" aria-label="Sleep timer is set" className="size-4 text-bolt" />}
      </button>
      {part && <part.PlaybackSheet isOpen={isOpen} onClose={close} rate={rate} onSpeed={onSpeed} />}
    </>
  );
}
