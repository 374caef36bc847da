import type { ProfileResponse } from "#domain/contract/profile.ts";
import { isClockHere } from "../../lib/clock-here.ts";
import { LazySection } from "../../ui/lazy-section.tsx";

const loadTravelQuestion = () => import("./travel-question.tsx").then((module) => module.TravelQuestion);

/** The traveler's question, beside an hour. It loads where another clock on offer is this device's, and decides then. */
export function TravelPlace({ profile }: { profile: ProfileResponse }) {
  const now = Date.now();
  const isElsewhere =
    !isClockHere(profile.timezone, now) && profile.wakeUpOptions.timezones.some(({ id }) => isClockHere(id, now));
  return isElsewhere && <LazySection load={loadTravelQuestion} className="empty:hidden" />;
}
