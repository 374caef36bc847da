import { formatTimeInZone } from "#domain/formats.ts";
import {
  eventsToRemindOf,
  LIVE_EVENT_REMINDERS,
  type LiveEventReminder,
  reminderWindow,
} from "#domain/rules/live-events.ts";
import type { Ctx } from "../kernel/context.ts";
import { queueInvitations } from "../mail/transactional-mail.ts";
import { isAsRead, type LiveEventRow, selectInvited, selectToRemindOf, upsertReminder } from "./live-events.queries.ts";

const SLICE = 500;
const SLICES_PER_RUN = 120;

export function mailIdsOf(eventId: string): string {
  return `live-event:${eventId}:`;
}

/** Queues reminder emails for members whose plan includes live events. Safe to run any time: each email is written once. */
export async function remindOfLiveEvents(ctx: Ctx): Promise<void> {
  let slicesLeft = SLICES_PER_RUN;
  for (const reminder of LIVE_EVENT_REMINDERS) {
    for (const { event, cursor } of await selectToRemindOf(ctx.db, reminder, eventsToRemindOf(reminder, ctx.now))) {
      slicesLeft = await writeMails(ctx, { event, reminder, cursor: cursor ?? "", slicesLeft });
    }
  }
}

type Progress = { event: LiveEventRow; reminder: LiveEventReminder; cursor: string; slicesLeft: number };

/** Saves its place in each batch: a new run continues there, and a changed event stops it. @returns how many slices are left */
async function writeMails(ctx: Ctx, { event, reminder, cursor, slicesLeft }: Progress): Promise<number> {
  let after = cursor;
  for (let left = slicesLeft; left > 0; left -= 1) {
    const invited = await selectInvited(ctx.db, { after, now: ctx.now, limit: SLICE });
    after = invited.at(-1)?.id ?? after;
    const settledAt = invited.length < SLICE ? ctx.now : null;
    const [, reached] = await ctx.db.batch([
      queueInvitations(ctx, mailsOf({ event, reminder }, invited), isAsRead(event)),
      upsertReminder(ctx.db, event, { reminder, cursor: after, settledAt }),
    ]);
    if (settledAt !== null || reached.length === 0) return left - 1;
  }
  return 0;
}

type Invited = Awaited<ReturnType<typeof selectInvited>>;

/** IDs consist of the event's sequence, the reminder, and the member, so every run writes the same emails. */
function mailsOf({ event, reminder }: Pick<Progress, "event" | "reminder">, invited: Invited) {
  const { id: eventId, title, url, note, startsAt, sequence } = event;
  const { from, until } = reminderWindow(reminder, startsAt);
  const each = invited.map(({ id, email, timezone }) => ({
    id: `${mailIdsOf(eventId)}${sequence}:${reminder}:${id}`,
    memberId: id,
    to: email,
    whenText: formatTimeInZone(startsAt, timezone),
  }));
  return { shared: { eventId, reminder, title, url, note }, notBefore: from, expiresAt: until, each };
}
