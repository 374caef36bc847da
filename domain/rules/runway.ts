import { addDays } from "./calendar-days.ts";
import { LAUNCH_DATE, type Releasable } from "./release.ts";

/** What a morning can lack: an item, an item members can see (draft, hidden), audio or video, words for the email. */
export const RUNWAY_GAPS = ["content", "draft", "hidden", "medium", "description"] as const;
export type RunwayGap = (typeof RUNWAY_GAPS)[number];

export const RUNWAY_DAYS = 30;

export type PlannedDay = Releasable & { hasAudio: boolean; hasVideo: boolean; hasDescription: boolean };

/** Why members never see an item, whatever its date; null if they will on its day. */
export function unseenReason(item: Pick<PlannedDay, "date" | "hidden">): "hidden" | "before-launch" | null {
  if (item.hidden) return "hidden";
  return item.date < LAUNCH_DATE ? "before-launch" : null;
}

/** What a morning lacks, gravest first; empty if it's ready. */
export function gapsOf(day: PlannedDay | undefined): RunwayGap[] {
  if (!day) return ["content"];
  const lacks: Partial<Record<RunwayGap, boolean>> = {
    draft: day.status === "draft",
    hidden: unseenReason(day) !== null,
    medium: !day.hasAudio && !day.hasVideo,
    description: !day.hasDescription,
  };
  return RUNWAY_GAPS.filter((gap) => lacks[gap]);
}

export function runwayFrom<Day extends PlannedDay>(today: string, planned: readonly Day[]) {
  const byDate = new Map(planned.map((day) => [day.date, day]));
  return Array.from({ length: RUNWAY_DAYS }, (_, index) => {
    const date = addDays(today, index);
    const item = byDate.get(date);
    return { date, item: item ?? null, gaps: gapsOf(item) };
  });
}
