import { addDays } from "./calendar-days.ts";
import { type ContentStatus, LAUNCH_DATE } from "./release.ts";

/** What a morning lacks: no item at all, members cannot see the item, nothing to play, no words for the mail. */
export const RUNWAY_GAPS = ["content", "draft", "hidden", "medium", "description"] as const;
export type RunwayGap = (typeof RUNWAY_GAPS)[number];

/** Mornings that the runway tells of, today's included. */
export const RUNWAY_DAYS = 30;

export type PlannedDay = {
  date: string;
  status: ContentStatus;
  hidden: boolean;
  hasAudio: boolean;
  hasVideo: boolean;
  hasDescription: boolean;
};

/** Why members never see an item, whatever its date; null when they do on their day. */
export function unseenReason(item: Pick<PlannedDay, "date" | "hidden">): "hidden" | "before-launch" | null {
  if (item.hidden) return "hidden";
  return item.date < LAUNCH_DATE ? "before-launch" : null;
}

/** What is missing from a morning, the gravest first; a ready one lacks nothing. */
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

/** The mornings from a day on, each with what it lacks. */
export function runwayFrom<Day extends PlannedDay>(today: string, planned: readonly Day[]) {
  const byDate = new Map(planned.map((day) => [day.date, day]));
  return Array.from({ length: RUNWAY_DAYS }, (_, index) => {
    const date = addDays(today, index);
    const item = byDate.get(date);
    return { date, item: item ?? null, gaps: gapsOf(item) };
  });
}

/** How many mornings after the first lack nothing, up to the first that does. */
export function daysAheadReady(days: readonly { gaps: readonly RunwayGap[] }[]): number {
  const ahead = days.slice(1);
  const firstGap = ahead.findIndex(({ gaps }) => gaps.length > 0);
  return firstGap === -1 ? ahead.length : firstGap;
}
