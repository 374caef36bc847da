import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { Spinner } from "../../ui/button.tsx";

type PlayIconProps = { isPlaying: boolean; isBusy: boolean; className: string };

/** What a play button does, or that it is being done; the button names it. */
export function PlayIcon({ isPlaying, isBusy, className }: PlayIconProps) {
  if (isBusy) return <Spinner className={className} />;
  const Icon = isPlaying ? Pause : Play;
  return <Icon aria-hidden="true" fill="currentColor" className={clsx("shrink-0", className)} />;
}
