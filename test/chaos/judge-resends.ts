/* Says what "Resend all" should have done. Like the oracle, it imports nothing from the product. */

import { MINUTE_MS } from "#domain/durations.ts";
import { hasCalm } from "./calm.ts";
import type { Evidence } from "./evidence.ts";
import { CALM_MS, CUT_OFF_MS, dateIn, dayEndOf, slotsOf, wantedUntil } from "./oracle-slots.ts";

type Batch = Evidence["batches"][number];

/** Longer than any call is held, besides stalls. */
const LONGEST_CALL_MS = 2 * MINUTE_MS;
/** A morning shows the hours of its day in this zone. */
const CENTRAL = "America/Chicago";

const timeText = (at: number) => new Date(at).toISOString().slice(5, 19);

/** A batch that a resend made: from another batch, or from an hour that was too late for anyone else. */
const isMade = ({ closesAt, createdAt, slotAt, id }: Batch) =>
  id.endsWith(".again") || (closesAt !== null && createdAt > slotAt + CUT_OFF_MS);

/** The batch that an idempotency key is of. */
export const batchIdOf = (key: string) => key.slice("wake-up/".length, key.lastIndexOf("/"));

/** Whether an email may be a member's second: the administrator accepted it, or the provider reported that the first failed. */
export function isSecondCopy(
  { resends, reported }: Evidence,
  mail: Evidence["accepted"][number],
  first: Evidence["accepted"][number],
): boolean {
  const isAccepted = resends.some(({ isStart, mayRepeat, at }) => isStart && mayRepeat && at <= mail.at);
  const hasFailed = reported.some(
    ({ type, memberId, date }) => type === "email.failed" && memberId === mail.memberId && date === mail.date,
  );
  return batchIdOf(mail.key).startsWith(`${batchIdOf(first.key)}.again`) && (isAccepted || hasFailed);
}

/** Checks that the last resend came to its end, and left out no batch and no hour, if nothing was in the way for long enough. */
function judgeLeftOut(evidence: Evidence): string[] {
  const { resend, batches, slots, people, reported, until } = evidence;
  if (!resend || resend.stoppedAt !== null) return [];
  const { askedAt: from, date, mayRepeat } = resend;
  const isCalmIn = (zone: string, date: string) =>
    hasCalm(evidence, { from, to: Math.min(until, dayEndOf(zone, date)), ms: CALM_MS });
  // Emails that the provider reports as failed count as failed only from then on.
  const isFailureOld = !reported.some(({ type }) => type === "email.failed");
  const isWaiting = ({ createdAt, settledAt, failed, missed, unknown }: Batch) =>
    createdAt < from &&
    (settledAt ?? from) < from &&
    (unknown === 0 || mayRepeat) &&
    missed + unknown + (isFailureOld ? failed : 0) > 0;
  const left = batches.filter(
    (batch) => batch.date === date && batch.sentAgainAs === null && isWaiting(batch) && isCalmIn(batch.zone, date),
  );
  const hours = slots.filter(
    ({ slotAt, outcome, settledAt, due }) =>
      outcome === "missed" && due > 0 && (settledAt ?? from) < from && dateIn(CENTRAL, slotAt) === date,
  );
  const isDueIn = (slotAt: number) =>
    people.some((person) =>
      slotsOf(person, evidence).some(
        (slot) =>
          slot.slotAt === slotAt &&
          evidence.datesWithContent.includes(slot.date) &&
          wantedUntil(person, slotAt, until) &&
          person.choices.every(({ zone }) => isCalmIn(zone, slot.date)),
      ),
    );
  const isOpen = resend.endedAt === null && hasCalm(evidence, { from, to: until, ms: CALM_MS });
  return [
    ...left.map(({ id }) => `Batch ${id} was left out of the resend of ${timeText(from)}.`),
    ...hours
      .filter(({ slotAt }) => isDueIn(slotAt))
      .map(({ slotAt }) => `The hour of ${timeText(slotAt)} was left out.`),
    ...(isOpen ? [`The resend of ${timeText(from)} never ended.`] : []),
  ];
}

/** Checks that what resends made left if nothing was in the way, and ended with the members' day. */
function judgeMade(evidence: Evidence): string[] {
  return evidence.batches.flatMap((batch) => {
    const { id, zone, date, createdAt: from, closesAt, missed } = batch;
    if (closesAt !== null && closesAt > dayEndOf(zone, date)) return [`Batch ${id} outlasts its day.`];
    if (!isMade(batch)) return [];
    const to = Math.min(evidence.until, closesAt ?? 0);
    return missed > 0 && hasCalm(evidence, { from, to, ms: CALM_MS }) ? [`Batch ${id} was made and never left.`] : [];
  });
}

/** Checks that nothing was resent before it was asked for, or after it was stopped. */
function judgeStopped(evidence: Evidence): string[] {
  const { resends, batches, longestStallMs } = evidence;
  const margin = longestStallMs + LONGEST_CALL_MS;
  return batches.filter(isMade).flatMap(({ id, createdAt }) => {
    const last = resends.findLast(({ at }) => at <= createdAt);
    if (!last) return [`Batch ${id} was made without being asked for.`];
    return !last.isStart && createdAt > last.at + margin ? [`Batch ${id} was made after the resend was stopped.`] : [];
  });
}

/** The rules that the day's resends broke, as sentences. */
export function judgeResends(evidence: Evidence): string[] {
  return [judgeLeftOut, judgeMade, judgeStopped].flatMap((judge) => judge(evidence));
}
