import { CalendarClock, Headphones, Play, Sun } from "lucide-react";
import type { ContentItem } from "#domain/contract/content.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const STATUS: Record<ContentStatus, { tone: BadgeTone; label: string }> = {
  published: { tone: "green", label: "Published" },
  scheduled: { tone: "blue", label: "Scheduled" },
  draft: { tone: "grey", label: "Draft" },
};

export function StatusBadges({ item, today }: { item: ContentItem; today: string }) {
  const { tone, label } = STATUS[item.status];
  return (
    <>
      {item.date === today && (
        <Badge tone="yellow">
          <Sun aria-hidden="true" />
          Today
        </Badge>
      )}
      {item.comingSoon && (
        <Badge tone="orange">
          <CalendarClock aria-hidden="true" />
          Coming Soon
        </Badge>
      )}
      <Badge tone={tone}>{label}</Badge>
    </>
  );
}

export function MediaBadges({ item }: { item: ContentItem }) {
  return (
    <>
      {item.audioFilename && (
        <Badge>
          <Headphones aria-hidden="true" />
          Audio
        </Badge>
      )}
      {item.video && (
        <Badge>
          <Play aria-hidden="true" />
          Video
        </Badge>
      )}
    </>
  );
}
