/* Says what should have happened on a simulated day, from the members' settings, what the provider accepted, and what
   is on record. It imports nothing from the product: it works out independently who is due when. */

import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { hasCalm } from "./calm.ts";
import type { Evidence } from "./evidence.ts";
import { judgeOthers } from "./judge-others.ts";
import { batchIdOf, isSecondCopy, judgeResends } from "./judge-resends.ts";
import { CALM_MS, CUT_OFF_MS, slotsOf, wantedUntil } from "./oracle-slots.ts";

/** An event that the database rejected is retried within this time. */
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** How long a claimed batch may wait for its start and the provider: as long as no one else may claim it. */
const LEASE_MS = 4 * MINUTE_MS;

const keyOf = ({ memberId, date }: { memberId: string; date: string }) => `${memberId} ${date}`;
const timeText = (at: number) => new Date(at).toISOString().slice(5, 19);

/** Emails that the provider reported as failed after accepting them. */
const reportedFailed = (events: Evidence["reported"]) =>
  new Set(events.filter(({ type }) => type === "email.failed").map(keyOf));

/** The end of sending: the cutoff or, for what was resent, the day's end. */
const endOf = ({ slotAt, closesAt }: { slotAt: number; closesAt: number | null }) =>
  Math.max(slotAt + CUT_OFF_MS, closesAt ?? 0);

const WAS_SENT = ["sent", "delivered", "bounced", "complained"];

/** Checks that the provider and the records agree. */
function judgeRecords(evidence: Evidence): string[] {
  const { accepted, deliveries, waiting, resends, until, calls, reported: events } = evidence;
  const mails = Map.groupBy(accepted, keyOf);
  const open = new Set(waiting.map(keyOf));
  const mayRepeat = resends.some((one) => one.mayRepeat);
  const records = new Map(deliveries.map((delivery) => [keyOf(delivery), delivery]));
  const failedThere = reportedFailed(events);
  const broken = calls.flatMap(({ key, error }) =>
    error === "invalid_idempotent_request" ? [`${key} was sent again with different bytes.`] : [],
  );
  for (const [key, copies] of mails) {
    const [first, ...others] = copies;
    if (first && others.some((copy) => !isSecondCopy(evidence, copy, first)))
      broken.push(`${key}: ${copies.length} mails, by ${copies.map((copy) => copy.key).join(" and ")}.`);
    const state = records.get(key)?.state;
    // A second copy replaces the record of the first.
    const isReplaced = (mayRepeat || failedThere.has(key)) && (state === "missed" || open.has(key));
    if (isReplaced) continue;
    if (state === undefined) broken.push(`${key}: accepted, and not on record.`);
    else if (![...WAS_SENT, "unknown", "claimed", ...(failedThere.has(key) ? ["failed"] : [])].includes(state))
      broken.push(`${key}: accepted, and recorded as ${state}.`);
  }
  for (const [key, { state, reason, slotAt, claimedAt, closesAt }] of records) {
    if (WAS_SENT.includes(state)) {
      if (!mails.has(key)) broken.push(`${key}: recorded as ${state}, and never accepted.`);
    } else if (state === "claimed") {
      if (slotAt === null || until > endOf({ slotAt, closesAt }) + 15 * MINUTE_MS)
        broken.push(`${key}: claimed for ever.`);
    } else if (reason === null) broken.push(`${key}: recorded as ${state} without a reason.`);
    // Deliveries store whole seconds.
    if (state === "missed" && slotAt !== null && claimedAt < Math.min(slotAt + CUT_OFF_MS, closesAt ?? until) - 1000)
      broken.push(`${key}: recorded as missed at ${timeText(claimedAt)}, before the cutoff.`);
  }
  return broken;
}

/** Checks that each email was due to its recipient, and on time. */
function judgeMails(evidence: Evidence): string[] {
  const people = new Map(evidence.people.map((person) => [person.id, person]));
  const longest = LEASE_MS + evidence.longestStallMs;
  const batches = new Map(evidence.batches.map((batch) => [batch.id, batch]));
  return evidence.accepted.flatMap((mail) => {
    const batch = batches.get(batchIdOf(mail.key));
    if (!batch) return [`${keyOf(mail)}: sent by no batch.`];
    const person = people.get(mail.memberId);
    if (!person) return [`${keyOf(mail)}: sent to nobody we know.`];
    if (!evidence.datesWithContent.includes(mail.date)) return [`${keyOf(mail)}: sent without content.`];
    const first = evidence.attempts.find(({ key, memberIds }) => key === mail.key && memberIds.includes(mail.memberId));
    const claimedBy = (first?.at ?? mail.at) - longest;
    const fits = slotsOf(person, evidence).some(
      ({ slotAt, date }) =>
        date === mail.date &&
        slotAt <= mail.at &&
        mail.at <= endOf(batch) + longest &&
        wantedUntil(person, slotAt, Math.max(slotAt, claimedBy)),
    );
    return fits ? [] : [`${keyOf(mail)}: sent at ${timeText(mail.at)}, when it was not due.`];
  });
}

/** Checks that everyone who was due got an email, or has the reason on record. */
function judgeMembers(evidence: Evidence): string[] {
  const records = new Map(evidence.deliveries.map((delivery) => [keyOf(delivery), delivery]));
  const failedThere = reportedFailed(evidence.reported);
  const open = new Set(evidence.waiting.map(keyOf));
  const missed = new Set(evidence.slots.filter(({ outcome }) => outcome === "missed").map(({ slotAt }) => slotAt));
  return evidence.people.flatMap((person) => {
    return slotsOf(person, evidence).flatMap(({ slotAt, date }) => {
      if (slotAt >= evidence.slotsUntil || !evidence.datesWithContent.includes(date)) return [];
      const end = slotAt + CUT_OFF_MS + LEASE_MS;
      if (person.bouncedAt !== null && person.bouncedAt < end) return [];
      if (!wantedUntil(person, slotAt, end)) return [];
      const name = `${person.id} ${date}`;
      const state = records.get(name)?.state;
      if (state === undefined && !missed.has(slotAt) && !open.has(name))
        return [`${name}: due at ${timeText(slotAt)}, and nothing is on record.`];
      if (person.choices.length > 1) return [];
      if (state === "failed" && person.isReachable && !failedThere.has(name))
        return [`${name}: recorded as failed, without anything wrong with the address.`];
      const isLost = state === undefined || state === "missed" || state === "unknown";
      return isLost && hasCalm(evidence, { from: slotAt, to: slotAt + CUT_OFF_MS, ms: CALM_MS })
        ? [
            `${name}: due at ${timeText(slotAt)}, ${state ?? "slot missed"}, though nothing was in the way for ${CALM_MS / MINUTE_MS} minutes.`,
          ]
        : [];
    });
  });
}

/** Checks that members with addresses reported dead were suppressed. */
function judgeSuppressed({ people, until, longestDelayMs }: Evidence): string[] {
  const reportedBy = until - longestDelayMs - HALF_AN_HOUR_MS;
  return people.flatMap(({ id, bouncedAt, suppressedAt }) =>
    bouncedAt !== null && bouncedAt < reportedBy && suppressedAt === null
      ? [`${id}: the provider reported at ${timeText(bouncedAt)} that the address is dead, and no one knows.`]
      : [],
  );
}

/** Events that can follow acceptance; a later one outweighs an earlier one. */
const REPORTED = ["failed", "delivered", "bounced", "complained"];

/** Checks that every accepted event is on record. */
function judgeReported({ reported, accepted, deliveries, until, longestDelayMs }: Evidence): string[] {
  // Who didn't get an email after all was resent it.
  const wasResent = (event: Evidence["reported"][number]) =>
    event.type === "email.failed" && accepted.some((mail) => mail.at > event.at && keyOf(mail) === keyOf(event));
  const events = reported.filter((event) => !wasResent(event));
  const records = new Map(deliveries.map((delivery) => [keyOf(delivery), delivery]));
  const reportedBy = until - longestDelayMs - HALF_AN_HOUR_MS;
  return events.flatMap((event) => {
    const state = records.get(keyOf(event))?.state;
    const word = event.type.replace("email.", "");
    return state !== undefined && event.at < reportedBy && REPORTED.indexOf(state) < REPORTED.indexOf(word)
      ? [`${keyOf(event)}: reported at ${timeText(event.at)} that it was ${word}, and recorded as ${state}.`]
      : [];
  });
}

function judgeBatches({ batches, slots, until }: Evidence): string[] {
  const isOver = (one: { slotAt: number; closesAt?: number | null }) =>
    endOf({ closesAt: null, ...one }) + 15 * MINUTE_MS < until;
  const open = batches.filter((batch) => isOver(batch) && batch.state === "open");
  const unsettled = slots.filter((slot) => isOver(slot) && slot.outcome === null);
  const wrong = batches.filter(({ state, counted, recorded }) => state !== "open" && counted !== recorded);
  return [
    ...open.map(({ id }) => `Batch ${id} is open for ever.`),
    ...unsettled.map(({ slotAt }) => `The slot of ${timeText(slotAt)} was never settled.`),
    ...wrong.map(({ id, counted, recorded }) => `Batch ${id} counts ${counted}; on record are ${recorded}.`),
  ];
}

/** Checks that no wake-up email was sent for a day after a complaint arrived and calls in progress ended. */
function judgePause({ complainedAt, calls, longestDelayMs, longestStallMs }: Evidence): string[] {
  if (complainedAt === null) return [];
  const quietFrom = complainedAt + HALF_AN_HOUR_MS + longestDelayMs + longestStallMs;
  const quietUntil = complainedAt + DAY_MS;
  return calls.flatMap(({ at, key }) =>
    key.startsWith("wake-up/") && at > quietFrom && at < quietUntil
      ? [
          `${key}: sent at ${timeText(at)}, though wake-up emails are paused for the complaint of ${timeText(complainedAt)}.`,
        ]
      : [],
  );
}

/** Checks that calls stayed within the provider's limit in every second, if no call was stalled. */
function judgePace({ calls, rate, longestStallMs }: Evidence): string[] {
  if (longestStallMs > 0) return [];
  const instants = calls.map(({ at }) => at).toSorted((a, b) => a - b);
  const early = instants.filter((at, index) => at - (instants[index - rate] ?? Number.NEGATIVE_INFINITY) < SECOND_MS);
  return early.map(
    (at) => `The call of ${timeText(at)} is one more within its second than the ${rate} that are allowed.`,
  );
}

/** The rules that a day broke, as sentences. */
export function judge(evidence: Evidence): string[] {
  const judges = [
    judgeRecords,
    judgeMails,
    judgeMembers,
    judgeSuppressed,
    judgeReported,
    judgePause,
    judgeBatches,
    judgePace,
    judgeResends,
    judgeOthers,
  ];
  return judges.flatMap((judgePart) => judgePart(evidence));
}
