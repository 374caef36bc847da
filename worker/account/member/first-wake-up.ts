import type { WakeUpChoice, WakeUpQuestion } from "#domain/contract/wake-up-choice.ts";
import { FIRST_HOUR, formatHour, parseHour } from "#domain/rules/wake-up-hours.ts";
import { zoneOnOffer } from "#domain/rules/zone-on-offer.ts";
import type { Ctx } from "../../kernel/context.ts";

export function wakeUpOptionsOf({ wakeUpHours, wakeUpZones }: Ctx["config"]) {
  return { emailTimes: wakeUpHours.map(formatHour), timezones: [...wakeUpZones] };
}

/** "When should we wake you?", for someone whose hour is the first one until they answer. */
export function askForWakeUp({ config }: Ctx, hour = FIRST_HOUR): WakeUpQuestion {
  return { emailTime: formatHour(hour), wakeUpOptions: wakeUpOptionsOf(config) };
}

/** The answer's hour and zone. An hour that isn't available changes nothing; a zone that isn't gives way to the closest. */
export function chosenWakeUp({ config, now }: Ctx, { emailTime = "", timezone }: WakeUpChoice, hour = FIRST_HOUR) {
  const chosen = parseHour(emailTime);
  const isOffered = chosen !== null && config.wakeUpHours.includes(chosen);
  return { wakeUpHour: isOffered ? chosen : hour, timezone: zoneOnOffer(config.wakeUpZones, timezone, now) };
}
