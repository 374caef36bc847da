import { BRAND } from "#domain/brand.ts";
import type { OverviewResponse } from "#domain/contract/health.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { LIVE_EVENT_EVERY_MS } from "#domain/rules/live-events.ts";
import { dateIn, isKnownZone } from "#domain/rules/local-time.ts";
import { COMPLAINT_DAYS, complaintLevel } from "#domain/rules/mail-events.ts";
import { missingParticulars } from "#domain/rules/operator.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { selectUnpublishedDates } from "../../content/content.queries.ts";
import { selectMornings } from "../../content/fallbacks.queries.ts";
import { emptyMornings } from "../../content/fallbacks.ts";
import { waysToOperator } from "../../incidents/alert-operator.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { toSendingState } from "../../mail/sending-state.ts";
import { selectFigures } from "../../mail-responses/events/mail-events.queries.ts";
import { selectAskings } from "../../mail-responses/events/suppressions.queries.ts";
import { countOpen } from "../../mail-responses/inbound/inbound.queries.ts";
import { dayOf } from "../../statistics/count-days.ts";
import { selectMissedSlots } from "../../wake-up/deliveries/delivery.queries.ts";
import { missedHours } from "../../wake-up/send-again/missed-hours.ts";
import { selectZonesInUse } from "../../wake-up/slots/due-members.queries.ts";
import { CRON_CHECKS } from "../checks/checks.ts";
import {
  type MorningCounts,
  selectMoneyCounts,
  selectMoneyTroubles,
  selectMorningCounts,
  selectSetUp,
} from "./overview.queries.ts";

type Found = {
  counts: MorningCounts[];
  missedSlots: { slotAt: number; due: number }[];
  /** The zones of members with emails on. */
  zones: { zone: string }[];
};

const NOTHING = { due: 0, sent: 0, onTime: 0, failed: 0, missed: 0, unknown: 0, open: 0, troubledBatches: 0 };

/** The dates it can be anywhere while it's today in Central time, and their slots' instants. */
function spanOfMornings(today: string) {
  const dates = { from: addDays(today, -1), through: addDays(today, 1) };
  return { dates, slots: { from: dayOf(dates.from).startsAt, before: dayOf(today).endsAt } };
}

/** Counts the emails of the dates that are current for members. An hour no one dispatched belongs to the Central day on which it began. */
function morningsNow({ counts, missedSlots, zones }: Found, now: number) {
  const today = dateIn(DEFAULT_ZONE, now);
  const known = zones.map(({ zone }) => zone).filter(isKnownZone);
  const livedOn = new Set([today, ...known.map((zone) => dateIn(zone, now))]);

  function morningOf(date: string) {
    const { troubledBatches, ...mails } = { ...NOTHING, ...counts.find((row) => row.date === date), date };
    const missed = missedSlots.filter(({ slotAt }) => dateIn(DEFAULT_ZONE, slotAt) === date);
    const due = missed.reduce((sum, slot) => sum + slot.due, 0);
    const hours = date === today ? missed : missedHours(missed, zones, now);
    return {
      mails: { ...mails, due: mails.due + due, missed: mails.missed + due },
      trouble: { date, batches: livedOn.has(date) ? troubledBatches : 0, missedHours: hours.length },
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

const MONEY_MS = 7 * DAY_MS;
const MORNINGS_AHEAD = 7;
const ANSWERS_COUNTED = 100;
const ASKINGS_COUNTED = 100;
const TROUBLES_NAMED = 5;

export async function readOverview(ctx: Ctx): Promise<OverviewResponse> {
  const date = dateIn(DEFAULT_ZONE, ctx.now);
  const mornings = spanOfMornings(date);
  const ahead = { from: date, through: addDays(date, MORNINGS_AHEAD) };
  const found = await batchOf(ctx.db, {
    counts: selectMorningCounts(ctx.db, mornings.dates),
    missedSlots: selectMissedSlots(ctx.db, mornings.slots),
    zones: selectZonesInUse(ctx.db),
    dispatcher: selectDispatcher(ctx.db),
    pauses: selectPauses(ctx.db),
    ...selectMornings(ctx.db, ahead.from, ahead.through),
    unpublished: selectUnpublishedDates(ctx.db, ahead.from, ahead.through),
    setUp: selectSetUp(ctx.db, { from: ctx.now, to: ctx.now + LIVE_EVENT_EVERY_MS }),
    money: selectMoneyCounts(ctx.db, { now: ctx.now, since: ctx.now - MONEY_MS }),
    toAnswer: countOpen(ctx.db, ANSWERS_COUNTED),
    askings: selectAskings(ctx.db, ASKINGS_COUNTED),
    mailFigures: selectFigures(ctx.db, addDays(dateIn("UTC", ctx.now), 1 - COMPLAINT_DAYS)),
    ...selectMoneyTroubles(ctx.db, TROUBLES_NAMED),
  });
  const { doubles, differing, pastDue } = found;
  const [dispatcher] = found.dispatcher;
  const [money] = found.money;
  const [toAnswer] = found.toAnswer;
  const [mailFigures] = found.mailFigures;
  if (!money || !toAnswer || !mailFigures) throw new Error("The overview's sums returned no row.");
  const { troubledMornings, ...mails } = morningsNow(found, ctx.now);
  return {
    ...mails,
    needs: {
      ...toSendingState(found.pauses, ctx.now),
      findings: CRON_CHECKS.flatMap(({ words: { title, fix }, judge }) => {
        const { state, text } = judge({ now: ctx.now, dispatcher });
        return state === "ok" ? [] : [{ title, text, fix }];
      }),
      troubledMornings,
      emptyMornings: emptyMornings(found, ahead.from, ahead.through),
      unpublishedDates: found.unpublished.map(({ date }) => date),
      missingParticulars: missingParticulars({ ...BRAND, mailSender: ctx.config.mailFrom }),
      toAnswer: { count: toAnswer.count, answerBy: isoOrNull(toAnswer.dueAt) },
      askings: found.askings,
      complaints: {
        level: complaintLevel(mailFigures, ctx.config.complaintLimits),
        delivered: Math.max(mailFigures.reported - mailFigures.bounced, 0),
        complained: mailFigures.complained,
      },
      hasLiveEvent: found.setUp[0]?.hasLiveEvent === 1,
      isUnheard: found.setUp[0]?.hasAdministrators === 1 && !waysToOperator(ctx.config).hasMail,
    },
    money: {
      ...money,
      doubles,
      differing,
      pastDue,
    },
  };
}
