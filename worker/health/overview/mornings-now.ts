import type { OverviewResponse } from "#domain/contract/health.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn, isKnownZone } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { dayOf } from "../../statistics/count-days.ts";
import { zoneHoursLeft } from "../../wake-up/slots/send-missed-slot.ts";
import type { MorningCounts } from "./overview.queries.ts";

type Found = {
  counts: MorningCounts[];
  missedSlots: { slotAt: number; due: number }[];
  /** The zones of members with emails on. */
  zones: { zone: string }[];
};

const NOTHING = { due: 0, sent: 0, onTime: 0, failed: 0, missed: 0, unknown: 0, open: 0, troubledBatches: 0 };

/** The dates it can be anywhere while it's today in Central time, and their slots' instants. */
export function spanOfMornings(today: string) {
  const dates = { from: addDays(today, -1), through: addDays(today, 1) };
  return { dates, slots: { from: dayOf(dates.from).startsAt, before: dayOf(today).endsAt } };
}

/** Counts the emails of the dates that are current for members. An hour no one dispatched belongs to the Central day on which it began. */
export function morningsNow({ counts, missedSlots, zones }: Found, now: number) {
  const today = dateIn(DEFAULT_ZONE, now);
  const known = zones.map(({ zone }) => zone).filter(isKnownZone);
  const livedOn = new Set([today, ...known.map((zone) => dateIn(zone, now))]);
  const isOpen = (slotAt: number) => zoneHoursLeft(slotAt, known, now).length > 0;

  function morningOf(date: string) {
    const { troubledBatches, ...mails } = { ...NOTHING, ...counts.find((row) => row.date === date), date };
    const missed = missedSlots.filter(({ slotAt }) => dateIn(DEFAULT_ZONE, slotAt) === date);
    const due = missed.reduce((sum, slot) => sum + slot.due, 0);
    const missedHours = date === today ? missed.length : missed.filter(({ slotAt }) => isOpen(slotAt)).length;
    return {
      mails: { ...mails, due: mails.due + due, missed: mails.missed + due },
      trouble: { date, batches: livedOn.has(date) ? troubledBatches : 0, missedHours },
    };
  }
  const [before, present, after] = [morningOf(addDays(today, -1)), morningOf(today), morningOf(addDays(today, 1))];
  const troubles = [before.trouble, present.trouble, after.trouble];
  return {
    today: present.mails,
    elsewhere: [before.mails, after.mails].filter(({ date, due, open }) => livedOn.has(date) && due + open > 0),
    troubledMornings: troubles.filter(({ batches, missedHours }) => batches + missedHours > 0),
  } satisfies Pick<OverviewResponse, "today" | "elsewhere"> & Pick<OverviewResponse["needs"], "troubledMornings">;
}
