import { AudioLines, Circle, EyeOff, MailCheck, Video } from "lucide-react";

const SIGNS = [
  { label: "Published", icon: Circle, color: "text-good" },
  { label: "Scheduled", icon: Circle, color: "text-info" },
  { label: "Draft", icon: Circle, color: "text-muted" },
  { label: "No session", icon: Circle, color: "text-bad" },
  { label: "Audio", icon: AudioLines, color: "text-bolt" },
  { label: "Video", icon: Video, color: "text-warn" },
  { label: "Email sent", icon: MailCheck, color: "text-muted" },
  { label: "Not visible", icon: EyeOff, color: "text-muted" },
] as const;

/** Each day also says this in its name, so that it doesn't depend on colors. */
export function CalendarLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-2 text-muted text-xs">
      {SIGNS.map(({ label, icon: Icon, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Icon aria-hidden="true" fill={Icon === Circle ? "currentColor" : "none"} className={`size-3.5 ${color}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}
