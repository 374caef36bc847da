import type { ContentStatus } from "#domain/rules/release.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const STATUS_TONES: Record<ContentStatus, BadgeTone> = { draft: "grey", published: "green", scheduled: "blue" };

export const STATUS_OPTIONS: readonly { value: ContentStatus; label: string }[] = [
  { value: "draft", label: "Draft" },
  { value: "published", label: "Published" },
  { value: "scheduled", label: "Scheduled" },
];
