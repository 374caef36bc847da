import { History } from "lucide-react";
import { formatMediaTime } from "./media-time.ts";

export function ResumedNotice({ seconds, onStartOver }: { seconds: number; onStartOver: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-muted">
      <History aria-hidden="true" className="size-3.5 max-[24rem]:hidden" />
      <span role="status">Resumed at {formatMediaTime(seconds)}</span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        onClick={onStartOver}
        className="min-h-11 rounded-lg px-1 font-bold text-ink underline underline-offset-4 hover:text-bolt"
      >
        Start over
      </button>
    </p>
  );
}
