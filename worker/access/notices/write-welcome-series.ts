import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import { type Joined, type Place, recordWelcomed, selectJoined } from "./notices.queries.ts";

/** New members are in the database by then, with the time their request began. */
const SETTLED_MS = 5 * MINUTE_MS;
const SLICE = 500;
/** Imported members who haven't accepted are passed by, so an import doesn't hold up others. */
const MEMBERS_PER_HOUR = 2000;

/** Days after joining, which has the invitation or welcome. Sent in the afternoon, since the morning has its own email. */
const SERIES = [
  { kind: "welcome-day-1", day: 1 },
  { kind: "welcome-day-3", day: 3 },
] as const;
const HOUR = 17;

function mailsOf({ id: memberId, email: to, firstName, timezone, createdAt, isUnaccepted }: Joined) {
  if (isUnaccepted === 1) return [];
  const greetingText = firstName ? `Hi ${firstName},` : "Hi,";
  return SERIES.map(({ kind, day }) => {
    const notBefore = instantAt(addDays(dateIn(timezone, createdAt), day), HOUR, timezone);
    const when = { notBefore, expiresAt: notBefore + DAY_MS };
    return { id: `${kind}:${memberId}`, kind, memberId, to, parameters: { greetingText }, ...when };
  });
}

/** Writes the two follow-up emails of all new members, held until their day. The tick sends them unless access or emails have ended. */
export async function writeWelcomeSeries(ctx: Ctx): Promise<void> {
  const [row] = await selectDispatcher(ctx.db);
  let after: Place = { createdAt: row?.welcomedAt ?? ctx.now - DAY_MS, id: row?.welcomedId ?? "" };
  for (let written = 0; written < MEMBERS_PER_HOUR; ) {
    const joined = await selectJoined(ctx.db, after, ctx.now - SETTLED_MS, SLICE);
    const last = joined.at(-1);
    if (!last) return;
    // Slice and place are one batch, so the next run continues where one died.
    const mails = joined.flatMap(mailsOf);
    await ctx.db.batch([recordWelcomed(ctx.db, last), queueMailsOnce(ctx, mails)]);
    written += mails.length / SERIES.length;
    if (joined.length < SLICE) return;
    after = last;
  }
}
