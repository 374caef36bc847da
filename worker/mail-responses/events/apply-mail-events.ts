import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DELIVERY_STATES } from "#domain/rules/mail-states.ts";
import type { Ctx } from "../../kernel/context.ts";
import { addressHash } from "../../kernel/hashing.ts";
import { log } from "../../kernel/log.ts";
import type { MailEvent } from "../../kernel/queue-messages.ts";
import { giftBounceMails } from "../../money/gifts/send-gift-mails.ts";
import {
  auditSuppressed,
  countFullBounces,
  countReports,
  deleteOldEvents,
  endFullBounces,
  moveCounts,
  moveDeliveries,
  type Report,
  storeEvents,
  suppressAddresses,
  suppressMembers,
  type Trouble,
} from "./mail-events.queries.ts";
import { watchComplaints } from "./watch-complaints.ts";

const EVENTS_KEPT_DAYS = 35;
const PURGED_PER_HOUR = 5000;
const UNDELIVERED: readonly MailEvent["kind"][] = ["bounced", "refused", "failed"];

/** Returns the furthest state reported for each delivery, in whatever order the events came. */
function furthestReports(events: MailEvent[]): Report[] {
  const furthest = new Map<string, Report>();
  for (const { kind, at, delivery, reason, isFull, emailKey } of events) {
    if (!delivery) continue;
    const { memberId, date } = delivery;
    const state = DELIVERY_STATES.indexOf(kind === "refused" ? "bounced" : kind);
    const known = furthest.get(`${date} ${memberId}`);
    if (known && known.state >= state) continue;
    const day = Date.parse(date) / DAY_MS;
    const full = isFull ? emailKey : undefined;
    furthest.set(`${date} ${memberId}`, { day, memberId, state, at: Math.floor(at / 1000), reason, full });
  }
  return [...furthest.values()];
}

function troublesOf(ctx: Ctx, events: MailEvent[]): Trouble[] {
  return events.flatMap(({ id, kind, at, emailKey, isLasting, about, delivery }) => {
    if (kind === "sent" || kind === "delivered" || kind === "failed") return [];
    const hash = addressHash(ctx.config, emailKey);
    const counted = { kind: about, recipient: about === "wake-up" && delivery ? delivery.memberId : hash };
    return [{ id, date: dateIn("UTC", at), at, reason: kind, emailKey, addressHash: hash, isLasting, ...counted }];
  });
}

/** Put it before the deliveries move. An old delivery, reported again, says nothing of the mailbox today. */
function fullMailboxes(ctx: Ctx, events: MailEvent[], reports: Report[]) {
  const delivered = events.filter(({ kind, at }) => kind === "delivered" && at > ctx.now - DAY_MS);
  const hasRoom = new Set(delivered.map(({ emailKey }) => emailKey));
  const full = reports.filter((report) => report.full !== undefined && !hasRoom.has(report.full));
  return [
    ...(hasRoom.size > 0 ? endFullBounces(ctx.db, [...hasRoom], ctx) : []),
    ...(full.length > 0 ? countFullBounces(ctx.db, full, ctx) : []),
  ];
}

/** Repeated, late, and unordered events lead to the same result: deliveries only move forward, and troubles count once by their IDs. */
export async function applyMailEvents(ctx: Ctx, events: MailEvent[]): Promise<void> {
  const reports = furthestReports(events);
  const troubles = troublesOf(ctx, events);
  const gifts = events.flatMap(({ kind, gift }) => (gift && UNDELIVERED.includes(kind) ? [gift] : []));
  for (const { id, kind, reason } of events) if (kind === "failed") log("error", "mail_failed_there", { id, reason });
  const toGivers = gifts.length > 0 ? await giftBounceMails(ctx, gifts) : [];
  const today = dateIn("UTC", ctx.now);
  const trouble = [
    suppressAddresses(ctx.db, troubles),
    suppressMembers(ctx.db, troubles, ctx.now),
    auditSuppressed(ctx.db, troubles, ctx),
    storeEvents(ctx.db, troubles),
  ];
  await ctx.db.batch([
    moveCounts(ctx.db, reports),
    countReports(ctx.db, today, reports, troubles),
    ...fullMailboxes(ctx, events, reports),
    moveDeliveries(ctx.db, reports),
    ...(troubles.length > 0 ? trouble : []),
    ...toGivers,
  ]);
  if (troubles.some(({ reason }) => reason === "complained")) await watchComplaints(ctx, today);
}

export async function purgeMailEvents(ctx: Ctx): Promise<void> {
  await deleteOldEvents(ctx.db, {
    before: addDays(dateIn("UTC", ctx.now), -EVENTS_KEPT_DAYS),
    limit: PURGED_PER_HOUR,
  });
}
