import { clsx } from "clsx";
import { type LucideIcon, Pause, Play } from "lucide-react";
import { Spinner } from "../../ui/button.tsx";
import { formatLength, SKIP_SECONDS } from "./media-time.ts";

export function PlayIcon({ isPlaying, isBusy, className }: { isPlaying: boolean; isBusy: boolean; className: string }) {
  if (isBusy) return <Spinner className={className} />;
  const Icon = isPlaying ? Pause : Play;
  return <Icon fill="currentColor" className={clsx("shrink-0", className)} />;
}

export function SkipIcon({ icon: Icon, slot }: { icon: LucideIcon; slot?: string }) {
  return (
    <span slot={slot} aria-hidden="true" className="relative grid place-items-center">
      <Icon className="size-8" strokeWidth={1.5} />
      <span className="absolute text-[0.625rem] font-bold tabular-nums">{SKIP_SECONDS}</span>
    </span>
  );
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
