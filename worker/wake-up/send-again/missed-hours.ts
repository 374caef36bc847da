import { isKnownZone } from "#domain/rules/local-time.ts";
import { MAILS_PER_CALL } from "../../kernel/resend/mailer.ts";
import type { MissedSlot } from "../deliveries/delivery.queries.ts";
import { type ZoneHour, zoneHoursAt } from "../slots/slots.ts";
import { endOfMorning } from "./send-again.ts";

export type MissedHour = MissedSlot & { zoneHours: ZoneHour[] };

/** The missed slots that someone can still get, because their day hasn't ended. */
export function missedHours(slots: MissedSlot[], zones: { zone: string }[], now: number): MissedHour[] {
  const known = zones.map(({ zone }) => zone).filter(isKnownZone);
  return slots
    .map((slot) => ({
      ...slot,
      zoneHours: zoneHoursAt(slot.slotAt, known).filter((zoneHour) => endOfMorning(zoneHour) > now),
    }))
    .filter(({ zoneHours }) => zoneHours.length > 0);
}

export const batchesOf = (members: number) => Math.ceil(members / MAILS_PER_CALL);
