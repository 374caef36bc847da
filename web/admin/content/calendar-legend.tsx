import { AudioLines, EyeOff, MailCheck, Video } from "lucide-react";

const GROUNDS = [
  { label: "Published", color: "bg-good" },
  { label: "Scheduled", color: "bg-info" },
  { label: "Draft", color: "bg-control" },
  { label: "No session", color: "bg-bad" },
] as const;
const SIGNS = [
  { label: "Audio", icon: AudioLines, color: "text-bolt" },
  { label: "Video", icon: Video, color: "text-warn" },
  { label: "Email sent", icon: MailCheck, color: "text-muted" },
  { label: "Not visible", icon: EyeOff, color: "text-muted" },
] as const;

/** Each day also says this in its name, so that it doesn't depend on colors. */
export function CalendarLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-2 text-muted text-xs">
      {GROUNDS.map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 rounded-full ${color}`} />
          {label}
        </li>
      ))}
      {SIGNS.map(({ label, icon: Icon, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Icon aria-hidden="true" className={`size-3.5 ${color}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}
