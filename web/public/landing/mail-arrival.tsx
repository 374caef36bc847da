import { AudioLines, Video } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { Badge } from "../../ui/badge.tsx";

/** The morning's mail as it lies on a phone's lock screen. */
export function MailArrival() {
  return (
    <div className="relative -mt-[8%] mx-auto grid w-full max-w-md gap-3 rounded-card border border-line bg-raised/90 p-5 shadow-[0_30px_80px_-20px_rgb(0_0_0/0.9)] backdrop-blur">
      <div className="flex items-center justify-between gap-3">
        <p className="readout text-muted">{BRAND.name} · Mail</p>
        <p className="readout text-bolt">6:00 AM</p>
      </div>
      <p className="font-extrabold text-xl semi-wide leading-tight">⚡ Own the First Hour</p>
      <p className="text-muted">
        Good morning, Ana. Feet on the floor. The rest of the house is still asleep; you are not.
      </p>
      <div className="flex gap-2">
        <Badge tone="yellow">
          <AudioLines aria-hidden="true" /> Audio
        </Badge>
        <Badge tone="orange">
          <Video aria-hidden="true" /> Video
        </Badge>
      </div>
    </div>
  );
}
