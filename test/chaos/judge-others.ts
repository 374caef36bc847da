/* Says what should have happened to a message and to invitations. Like the oracle, it imports nothing from the product. */

import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { hasCalm } from "./calm.ts";
import type { Evidence } from "./evidence.ts";

/** As `./purchase.ts` names it. */
const BUYER = "buyer";

/** Longer than the longest backoff and the minutes in which a slot comes first. */
const CALM_MS = 100 * MINUTE_MS;
const FIRST_DAY = 60;
const GROWTH = 1.5;

const MESSAGE = "service-message";
const timeText = (at: number) => new Date(at).toISOString().slice(5, 19);
const nameOf = (kind: string, memberId: string) => `${kind} to ${memberId}`;

/** Checks that the provider and the records agree: written once a person, sent exactly once. */
function judgeCopies({ others: { accepted, mails, message, invited } }: Evidence): string[] {
  const copies = Map.groupBy(accepted, ({ kind, memberId }) => nameOf(kind, memberId));
  const rows = Map.groupBy(mails, (mail) => nameOf(mail.kind, mail.memberId));
  const broken: string[] = [];
  for (const [name, { length }] of copies) {
    const [row] = rows.get(name) ?? [];
    if (length > 1) broken.push(`${name}: ${length} mails.`);
    if (!row || row.state === "failed") broken.push(`${name}: accepted, and ${row?.state ?? "not"} on record.`);
  }
  for (const [name, [row, ...more]] of rows) {
    if (more.length > 0) broken.push(`${name}: ${more.length + 1} rows.`);
    if (row?.state === "sent" && !copies.has(name)) broken.push(`${name}: recorded as sent, and never accepted.`);
  }
  for (const { id, invitedAt } of invited)
    if ((invitedAt !== null) !== rows.has(nameOf("invitation", id))) broken.push(`${id}: invited without an email.`);
  const written = mails.filter((mail) => mail.kind === MESSAGE && mail.reason !== "message_cancelled").length;
  if (message && message.written !== written)
    broken.push(`The message counts ${message.written} of ${written} emails.`);
  return broken;
}

/** Checks that no one got what wasn't, or was no longer, for them when it left. */
function judgeTiming({ people, others, longestStallMs }: Evidence): string[] {
  const members = new Map(people.map((person) => [person.id, person]));
  const invited = new Set(others.invited.map(({ id }) => id));
  // What is on its way can't be called back.
  const longest = 2 * longestStallMs + 10 * SECOND_MS;
  return others.accepted.flatMap(({ kind, memberId, at }) => {
    const since = at - longest;
    if (memberId === BUYER) return [];
    const named = `${nameOf(kind, memberId)} at ${timeText(at)}`;
    if (kind === "invitation") {
      const { from, until } = others.stopped ?? { from: at, until: at };
      if (!invited.has(memberId)) return [`${named}: not invited.`];
      return since > from && at < until ? [`${named}: invitations were stopped.`] : [];
    }
    const member = members.get(memberId);
    const access = member?.choices[0]?.accessEndsAt ?? 0;
    const isGone = member?.suppressedAt != null && member.suppressedAt < since;
    if (!member || access <= since || isGone) return [`${named}: it wasn't for them.`];
    if (at < (others.message?.beginsAt ?? 0)) return [`${named}: too early.`];
    return others.cancelledAt !== null && since > others.cancelledAt ? [`${named}: it was cancelled.`] : [];
  });
}

/** Checks that invitations kept to their pace, and that it counts each of them once. */
function judgePaceOfInvitations({ others: { invited, pace, stopped } }: Evidence): string[] {
  const dates = invited.flatMap(({ invitedAt }) =>
    invitedAt === null ? [] : new Date(invitedAt).toISOString().slice(0, 10),
  );
  const days = [...Map.groupBy(dates, (date) => date)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const most = (index: number) => Math.round(FIRST_DAY * GROWTH ** index);
  const broken = days.flatMap(([date, { length }], index) =>
    length > most(index) ? [`${length} were invited on ${date}, when the pace was ${most(index)}.`] : [],
  );
  const counted = dates.filter((date) => date === pace.date).length;
  // What a stop takes back still counts.
  const isRight = stopped ? pace.sentToday >= counted : pace.sentToday === counted;
  return isRight ? broken : [...broken, `The pace counts ${pace.sentToday} of ${counted} invitations.`];
}

/** Checks that everyone got theirs if nothing was in the way for long enough. */
function judgeMissing(evidence: Evidence): string[] {
  const { people, others, until: to } = evidence;
  const { accepted, mails, message, cancelledAt, stopped, invited } = others;
  const got = new Set(accepted.map(({ kind, memberId }) => nameOf(kind, memberId)));
  const isCalmFrom = (from: number) => hasCalm(evidence, { from, to, ms: CALM_MS });
  const open = (kind: string) =>
    mails.flatMap((mail) =>
      mail.state === "pending" && mail.kind === kind ? [`${nameOf(kind, mail.memberId)}: never left.`] : [],
    );
  const broken: string[] = [];
  if (message && cancelledAt === null && isCalmFrom(message.beginsAt)) {
    if (message.state !== "sent") broken.push(`The message is ${message.state} for ever.`);
    const due = people.filter(
      ({ isReachable, bouncedAt, suppressedAt, choices: [first] }) =>
        isReachable && bouncedAt === null && suppressedAt === null && (first?.accessEndsAt ?? 0) > to,
    );
    for (const { id } of due) if (!got.has(nameOf(MESSAGE, id))) broken.push(`${id}: never got the message.`);
    broken.push(...open(MESSAGE));
  }
  const begun = evidence.from;
  if (isCalmFrom(stopped?.until ?? begun)) {
    const sent = invited.filter(({ invitedAt }) => invitedAt !== null);
    if (!stopped && sent.length < Math.min(FIRST_DAY, invited.length)) broken.push(`${sent.length} were invited.`);
    for (const { id, isReachable } of sent)
      if (isReachable && !got.has(nameOf("invitation", id))) broken.push(`${id}: never got the invitation.`);
    broken.push(...open("invitation"));
  }
  return broken;
}

/** Checks that a visitor's payment under an imported address gives access, and its emails, but accepts nothing. */
function judgePurchase(evidence: Evidence): string[] {
  const { others, from, until: to } = evidence;
  const { bought, mails, accepted } = others;
  if (!bought) return [];
  const isCalm = hasCalm(evidence, { from, to, ms: CALM_MS });
  const broken: string[] = [];
  if (!bought.isOpen || bought.sessions > 0) broken.push("The purchase accepted the invitation.");
  if (bought.subscriptions !== 1) return isCalm ? [...broken, "The purchase was never stored."] : broken;
  if (bought.accessEndsAt < from + 20 * DAY_MS) broken.push("The purchase gave no access.");
  for (const kind of ["invitation-news", "payment-receipt"]) {
    if (!mails.some((mail) => mail.kind === kind && mail.memberId === BUYER)) broken.push(`${kind}: not written.`);
    if (isCalm && !accepted.some((mail) => mail.kind === kind && mail.memberId === BUYER))
      broken.push(`${kind}: never left.`);
  }
  return broken;
}

/** The rules that the day's message and invitations broke, as sentences. */
export function judgeOthers(evidence: Evidence): string[] {
  return [judgeCopies, judgeTiming, judgePaceOfInvitations, judgeMissing, judgePurchase].flatMap((judge) =>
    judge(evidence),
  );
}
