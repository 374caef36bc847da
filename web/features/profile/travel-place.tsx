import type { ProfileResponse } from "#domain/contract/profile.ts";
import { isClockHere } from "../../lib/clock-here.ts";
import { LazySection } from "../../ui/lazy-section.tsx";

const loadTravelQuestion = () => import("./travel-question.tsx").then((module) => module.TravelQuestion);

/** The traveler's question, beside an hour. It loads where another available clock is this device's, and decides then. */
export function TravelPlace({ profile: { timezone, wakeUpOptions } }: { profile: ProfileResponse }) {
  if (isClockHere(timezone) || !wakeUpOptions.timezones.some(({ id }) => isClockHere(id))) return null;
  return <LazySection load={loadTravelQuestion} className="" />;
}
