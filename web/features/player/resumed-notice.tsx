import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import { listen } from "../../lib/listen.ts";
import { formatMediaTime } from "./media-time.ts";

const STAYS_SECONDS = 5;

type ResumedNoticeProps = {
  media: HTMLMediaElement;
  seconds: number;
  onStartOver: () => void;
  /** Called after five seconds of playback, unless its button has focus, which would be lost. */
  onLeave: () => void;
};

export function ResumedNotice({ media, seconds, onStartOver, onLeave }: ResumedNoticeProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timeupdate = () => {
      const isOver = Math.abs(media.currentTime - seconds) >= STAYS_SECONDS;
      if (isOver && !media.paused && document.activeElement !== button.current) onLeave();
    };
    return listen(media, { timeupdate });
  }, [media, seconds, onLeave]);
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-muted">
      <History className="size-3.5 max-[24rem]:hidden" />
      <span role="status">Resumed at {formatMediaTime(seconds)}</span>
      <span aria-hidden="true">·</span>
      <button
        ref={button}
        type="button"
        onClick={onStartOver}
        className="min-h-11 rounded-lg px-1 font-bold text-ink underline underline-offset-4 hover:text-bolt"
      >
        Start over
      </button>
    </p>
  );
}
