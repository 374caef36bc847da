import type { Ctx } from "../kernel/context.ts";
import { queueMessages } from "../mail/transactional-mail.ts";
import {
  endBroadcast,
  isUncancelled,
  mailIdsOf,
  reach,
  selectDue,
  selectRecipients,
  toOf,
} from "./broadcasts.queries.ts";

const SLICE = 100;
/** As many emails as a tick sends, so few wait: a cancelled message ends at once, and other emails aren't held up. */
const SLICES_PER_TICK = 10;

/**
 * Writes the next emails of the message that is due, one about an outage first, once its earlier ones have left. Safe to run any time: an email's ID
 * is the message's and the member's, and each slice saves its place with its emails.
 */
export async function writeBroadcasts(ctx: Ctx): Promise<void> {
  const all = await selectDue(ctx.db, ctx.now);
  const due = all.find(({ kind }) => kind === "outage") ?? all[0];
  if (!due || due.isBehind) return;
  const { id } = due;
  const to = toOf(due);
  let after = due.cursor;
  for (let slice = 0; slice < SLICES_PER_TICK; slice += 1) {
    const recipients = await selectRecipients(ctx.db, { to, after, now: ctx.now, limit: SLICE });
    const last = recipients.at(-1);
    if (!last) {
      // Only once all emails have left can the message no longer be cancelled.
      if (slice === 0) await endBroadcast(ctx.db, id, ctx.now);
      return;
    }
    after = last.id;
    const mails = recipients.map((member) => ({
      id: `${mailIdsOf(id)}${member.id}`,
      memberId: member.id,
      to: member.email,
    }));
    const [, reached] = await ctx.db.batch([
      queueMessages(ctx, id, mails, isUncancelled(id)),
      reach(ctx.db, id, after),
    ]);
    if (reached.length === 0) return;
  }
}
