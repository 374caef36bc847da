import { AudioLines, EyeOff, Video } from "lucide-react";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { addDays, formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { CONTENT_STATUSES, type ContentStatus } from "#domain/rules/release.ts";
import { type RunwayGap, unseenReason } from "#domain/rules/runway.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

export const STATUS_NAMES = { draft: "Draft", published: "Published", scheduled: "Scheduled" };

export const STATUS_OPTIONS = CONTENT_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }));

export function verbOf(status: ContentStatus): string {
  return status === "scheduled" ? "Schedule" : "Publish";
}

/** Annual members get a session a day early, so tomorrow's goes out right away. Later ones are scheduled. */
export function releaseOf(date: string, today: string): ContentStatus {
  return date > addDays(today, 1) ? "scheduled" : "published";
}

const STATUS_TONES: Record<ContentStatus, BadgeTone> = { draft: "grey", published: "green", scheduled: "blue" };

export function StatusBadge({ status }: { status: ContentStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Badge>;
}

export const GAP_WORDS: Record<RunwayGap, string> = {
  content: "No session",
  draft: "Draft",
  hidden: "Hidden",
  medium: "No audio or video",
  description: "No description",
};

/** "Fri, Nov 20, 2026" */
export function humanDate(date: string): string {
  return `${formatShortWeekday(date)}, ${formatMonthDay(date)}, ${date.slice(0, 4)}`;
}

/** "Pending" only while the email can still be sent. */
export function mailState({ date, emailSent }: { date: string; emailSent: boolean }, today: string) {
  if (emailSent) return { word: "Sent", tone: "green" } as const;
  return { word: date < today ? "Not sent" : "Pending", tone: "grey" } as const;
}

type Plays = { starts: number; completions: number; favorites: number };

/** "41 started · 30 completed · 5 favorites": 80 percent of each of its media, or marked by hand. */
export function playsText({ starts, completions, favorites }: Plays): string {
  const plays = `${formatNumber(starts)} started · ${formatNumber(completions)} completed`;
  return favorites === 0 ? plays : `${plays} · ${formatCount(favorites, "favorite")}`;
}

export function UnseenBadge({ item }: { item: { date: string; hidden: boolean } }) {
  const reason = unseenReason(item);
  if (reason === null) return null;
  return (
    <Badge tone="orange" icon={EyeOff} className="!whitespace-normal">
      {reason === "hidden" ? "Hidden from members" : "Before launch, not shown"}
    </Badge>
  );
}

export function MediaBadges({ hasAudio, hasVideo }: { hasAudio: boolean; hasVideo: boolean }) {
  if (!hasAudio && !hasVideo) return <span className="text-muted">None</span>;
  return (
    <div className="flex flex-wrap gap-1.5">
      {hasAudio && (
        <Badge tone="yellow" icon={AudioLines}>
          Audio
        </Badge>
      )}
      {hasVideo && (
        <Badge tone="orange" icon={Video}>
          Video
        </Badge>
      )}
    </div>
  );
}
