import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDaysAt } from "#domain/rules/instants.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import type { Ctx } from "../../kernel/context.ts";
import { log } from "../../kernel/log.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { isPaused } from "../../mail/sending-state.ts";
import { queueMailOnce, queueMailsOnce, queueNotice } from "../../mail/transactional-mail.ts";
import { mailWords } from "./gift-words.ts";
import {
  type Gift,
  holdBouncedGift,
  recordMailed,
  selectDelayedGifts,
  selectDueGifts,
  selectGift,
  selectUnsentGifts,
} from "./gifts.queries.ts";

const GIFTS_PER_TICK = 50;
/** Days from the gift's email to the first reminder. */
const FIRST_REMINDER_DAYS = 14;
/** Days from the last reminder to the gift's expiry. */
const LAST_REMINDER_DAYS = 30;

function stepOf({ mailedAt, reminders, expiresAt, deliverAt, timezone }: Gift, now: number) {
  const last = addDaysAt(expiresAt ?? deliverAt, -LAST_REMINDER_DAYS, timezone);
  if (mailedAt === null) {
    const next = addDaysAt(now, FIRST_REMINDER_DAYS, timezone);
    return { kind: "gift", mailedAt: now, reminders: 0, nextMailAt: next } as const;
  }
  if (reminders === 0) {
    return { kind: "gift-reminder", mailedAt, reminders: 1, nextMailAt: last > now ? last : null } as const;
  }
  return { kind: "gift-reminder-last", mailedAt, reminders: 2, nextMailAt: null } as const;
}

async function writeMail(ctx: Ctx, gift: Gift): Promise<void> {
  const { kind, ...mailed } = stepOf(gift, ctx.now);
  const { addressVersion, message, expiresAt, deliverAt } = gift;
  const until = expiresAt ?? deliverAt;
  const shared = { ...mailWords(gift), addressVersion, expiresText: longDateIn(gift.timezone, until) };
  // After a bounce, the emails are written again under the new address version.
  const id = addressVersion === 1 ? `${kind}:${gift.id}` : `${kind}:${gift.id}:${addressVersion}`;
  const addressee = { id, memberId: null, to: gift.recipientEmail, expiresAt: until };
  const mail = queueMailOnce(
    ctx,
    kind === "gift"
      ? { kind, ...addressee, parameters: { ...shared, message } }
      : { kind, ...addressee, parameters: shared },
  );
  await ctx.db.batch([recordMailed(ctx.db, gift, mailed), mail.insert]);
  ctx.defer(sendTransactionalMail(ctx, mail));
}

/** In every time zone, hours begin at a multiple of five minutes, so other ticks needn't look. */
const CHECK_EVERY_MS = 5 * MINUTE_MS;

/** An email waits a day at most for a pause to end, and is given up after another. */
const UNSENT_WITHIN_MS = 3 * DAY_MS;

/** Emails the givers of unsendable gifts, since Resend reports no event for these. @returns whether a gift's own email is waiting */
async function reportUnsent(ctx: Ctx): Promise<boolean> {
  const found = await selectUnsentGifts(ctx.db, ctx.now - UNSENT_WITHIN_MS);
  const unsent = found.filter(({ isWaiting }) => isWaiting === 0).slice(0, GIFTS_PER_TICK);
  if (unsent.length > 0) log("warn", "gifts_unsent", { gifts: unsent.length });
  const [first, ...rest] = await giftBounceMails(ctx, unsent);
  if (first) await ctx.db.batch([first, ...rest]);
  return found.some(({ isWaiting }) => isWaiting === 1);
}

/** Queues an email to the buyers of gifts held by a pause, once each. */
async function reportDelay(ctx: Ctx): Promise<void> {
  const delayed = await selectDelayedGifts(ctx.db, ctx.now, GIFTS_PER_TICK);
  const mails = delayed.map((gift) => ({
    kind: "gift-delayed" as const,
    id: `gift-delayed:${gift.id}`,
    memberId: null,
    to: gift.giverEmail,
    parameters: { ...mailWords(gift), recipientEmail: gift.recipientEmail },
  }));
  if (mails.length > 0) await queueMailsOnce(ctx, mails);
}

/** Writes the emails of due gifts and their reminders, and tells givers if sending failed or is paused. */
export async function sendGiftMails(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  if (tickAt % CHECK_EVERY_MS !== 0) return;
  const isAnyWaiting = await reportUnsent(ctx);
  const due = await selectDueGifts(ctx.db, ctx.now, GIFTS_PER_TICK);
  if (due.length === 0 && !isAnyWaiting) return;
  if (isPaused(await selectPauses(ctx.db), "gift", ctx.now)) return reportDelay(ctx);
  for (const gift of due) await writeMail(ctx, gift);
}

type Bounced = { giftId: string; addressVersion: number };

/**
 * Statements that hold gifts whose email bounced or failed, and email their givers once. None for a gift that has a new address, or
 * was opened or refunded. Each email comes right after the statement it depends on.
 */
export async function giftBounceMails(ctx: Ctx, bounced: Bounced[]) {
  const found = await Promise.all(bounced.map(({ giftId }) => selectGift(ctx.db, giftId)));
  return found.flat().flatMap((gift) => {
    const { id, addressVersion, recipientEmail, giverEmail } = gift;
    const isOfNow = bounced.some((one) => one.giftId === id && one.addressVersion === addressVersion);
    if (!isOfNow || gift.mailedAt === null || gift.redeemedAt !== null || gift.refundedAt !== null) return [];
    const mail = queueNotice(ctx, {
      kind: "gift-bounced",
      id: `gift-bounced:${id}:${addressVersion}`,
      memberId: null,
      to: giverEmail,
      parameters: { ...mailWords(gift), recipientEmail },
    });
    return [holdBouncedGift(ctx.db, { id, addressVersion }), mail.insert];
  });
}
