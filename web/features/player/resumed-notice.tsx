import { History } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { formatMediaTime } from "./media-time.ts";

const STAYS_MS = 8000;

type ResumedNoticeProps = {
  seconds: number;
  onStartOver: () => void;
  /** Called after eight seconds, unless its button has focus, which would be lost. */
  onLeave: () => void;
};

export function ResumedNotice({ seconds, onStartOver, onLeave }: ResumedNoticeProps) {
  const button = useRef<HTMLButtonElement>(null);
  const leave = useEffectEvent(() => {
    if (document.activeElement !== button.current) onLeave();
  });
  useEffect(() => {
    const timer = setInterval(() => leave(), STAYS_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-muted">
      <History className="size-3.5 max-[24rem]:hidden" />
      <span role="status">Resumed at {formatMediaTime(seconds)}</span>
      <span aria-hidden="true">·</span>
      <button
        ref={button}
        type="button"
        onClick={onStartOver}
        className="min-h-11 px-1 font-bold text-ink underline underline-offset-4"
      >
        Start over
      </button>
    </p>
  );
}
