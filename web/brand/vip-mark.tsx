import { Zap } from "lucide-react";

export function VipMark() {
  return (
    <span className="bolt-fill inline-flex items-center gap-1 rounded-full px-2.5 py-1 font-extrabold text-night text-xs wide leading-none forced-colors:border">
      <Zap fill="currentColor" className="size-3" />
      VIP<span className="sr-only"> member</span>
    </span>
  );
}
