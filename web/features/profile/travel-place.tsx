import type { ProfileResponse } from "#domain/contract/profile.ts";
import { LazySection } from "../../ui/lazy-section.tsx";
import { browserZoneAmong } from "./browser-zone.ts";

const loadTravelQuestion = () => import("./travel-question.tsx").then((module) => module.TravelQuestion);

/** The traveler's question, beside an hour. It compares names, which usually needs no clock; the question itself compares clocks. */
export function TravelPlace({ profile: { timezone, wakeUpOptions } }: { profile: ProfileResponse }) {
  const here = browserZoneAmong(wakeUpOptions.timezones);
  if (here === undefined || here === timezone) return null;
  return <LazySection load={loadTravelQuestion} className="" />;
}
