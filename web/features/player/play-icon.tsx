import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { Spinner } from "../../ui/button.tsx";
import { formatLength } from "./media-time.ts";

export function PlayIcon({ isPlaying, isBusy, className }: { isPlaying: boolean; isBusy: boolean; className: string }) {
  if (isBusy) return <Spinner className={className} />;
  const Icon = isPlaying ? Pause : Play;
  return <Icon fill="currentColor" className={clsx("shrink-0", className)} />;
}

/** Remaining time, next to the icon. It is CSS content, because it changes every second and must not be part of the button's name. */
export function TimeLeft({ seconds, isKnown = true }: { seconds: number; isKnown?: boolean }) {
  return (
    <span
      data-time={formatLength(seconds)}
      className={clsx(
        "text-2xl font-extrabold wide tabular-nums before:content-[attr(data-time)]",
        !isKnown && "sr-only",
      )}
    />
  );
}
