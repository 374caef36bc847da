import type { Config } from "../env.ts";
import type { WakeUpChoices } from "./strikes.ts";

/** The hours and zones that can strike on this server. */
export function wakeUpChoices(config: Config): WakeUpChoices {
  return { hours: config.wakeUpHours, zones: config.wakeUpZones.map((zone) => zone.id) };
}
