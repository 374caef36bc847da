import type { ProfileResponse } from "#domain/contract/profile.ts";
import { zoneHere } from "#domain/formats.ts";
import { isClockHere } from "../../lib/device-clock.ts";
import { LazySection } from "../../ui/lazy-section.tsx";

const loadTravelQuestion = () => import("./travel-question.tsx").then((module) => module.TravelQuestion);

/** Names first, which need no clocks. The question itself decides which offered zone counts as the device's. */
function mayBeAsked({ timezone, wakeUpOptions: { timezones } }: ProfileResponse): boolean {
  const here = zoneHere();
  if (here === timezone) return false;
  return timezones.some(({ id }) => id === here) || timezones.some(({ id }) => isClockHere(id, Date.now()));
}

/** The traveler's question, beside an hour. */
export function TravelPlace({ profile }: { profile: ProfileResponse }) {
  return mayBeAsked(profile) && <LazySection load={loadTravelQuestion} className="empty:hidden" />;
}
