import { useAtomValue } from "jotai";
import { MoonStar } from "lucide-react";
import { Spinner } from "../../ui/button.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { sleepAtom } from "./player.atoms.ts";

export type PlaybackButtonProps = {
  rate: number;
  label?: string;
  /** Called with the speed the member chose, to sync it to their other devices. */
  onSpeed?: ((speed: number) => void) | undefined;
};

export function PlaybackButton({ rate, label, onSpeed }: PlaybackButtonProps) {
  const sleep = useAtomValue(sleepAtom);
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./playback-sheet.tsx"));
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${label ?? `${rate}×`}: speed, sleep timer, and shortcuts${sleep ? ", sleep timer is set" : ""}`}
        onClick={open}
        className="ml-auto inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised px-4 text-sm font-bold tabular-nums hover:border-bolt hover:text-bolt"
      >
        {isLoading && <Spinner className="size-4" />}
        {label ?? `${rate}×`}
        {sleep && <MoonStar role="img" aria-label="Sleep timer is set" className="size-4 text-bolt" />}
      </button>
      {part && <part.PlaybackSheet isOpen={isOpen} onClose={close} rate={rate} onSpeed={onSpeed} />}
    </>
  );
}
