import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import { type Joined, type Place, recordWelcomed, selectJoined } from "./welcome-series.queries.ts";

/** Whoever joins is in the database by then, with the instant at which their request began. */
const SETTLED_MS = 5 * MINUTE_MS;
const SLICE = 500;
/** Members in an hour: 2,000; the rest is the next hour's. */
const SLICES_PER_HOUR = 4;

/** Days after the one of joining, on which the invitation or the welcome has come. In the afternoon: the morning has its mail. */
const SERIES = [
  { kind: "welcome-day-1", day: 1 },
  { kind: "welcome-day-3", day: 3 },
] as const;
const HOUR = 17;

function mailsOf({ id: memberId, email: to, firstName, timezone, createdAt }: Joined) {
  const greetingText = firstName ? `Hello ${firstName},` : "Hello,";
  return SERIES.map(({ kind, day }) => {
    const notBefore = instantAt(addDays(dateIn(timezone, createdAt), day), HOUR, timezone);
    const when = { notBefore, expiresAt: notBefore + DAY_MS };
    return { id: `${kind}:${memberId}`, kind, memberId, to, parameters: { greetingText }, ...when };
  });
}

/**
 * Writes the two mails that follow the welcome for everybody who has joined since the last time, held until their day. Each is
 * written once, and the tick sends it unless access or mails have ended by then.
 */
export async function writeWelcomeSeries(ctx: Ctx): Promise<void> {
  const [row] = await selectDispatcher(ctx.db);
  let after: Place = { createdAt: row?.welcomedAt ?? ctx.now - DAY_MS, id: row?.welcomedId ?? "" };
  for (let slice = 0; slice < SLICES_PER_HOUR; slice += 1) {
    const joined = await selectJoined(ctx.db, after, ctx.now - SETTLED_MS, SLICE);
    const last = joined.at(-1);
    if (!last) return;
    // A slice with its place in one batch: a run that dies is gone on with by the next.
    await ctx.db.batch([recordWelcomed(ctx.db, last), queueMailsOnce(ctx, joined.flatMap(mailsOf))]);
    if (joined.length < SLICE) return;
    after = last;
  }
}
