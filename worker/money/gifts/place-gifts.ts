import { addMonths } from "#domain/rules/instants.ts";
import { dateTextOf } from "#domain/rules/local-time.ts";
import { recomputeAccess } from "../../access/access-grants.queries.ts";
import {
  insertGiftGrant,
  moveGiftGrant,
  type OpenStretch,
  selectOpenStretches,
} from "../../access/gift-grants.queries.ts";
import { selectMember, updateMember } from "../../account/member/members.queries.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../../mail/transactional-mail.ts";
import { mailWords, monthsOf } from "./gift-words.ts";
import { markGranted, selectGiftsToPlace, selectWaitingMembers } from "./gifts.queries.ts";

const MEMBERS_PER_SLICE = 100;
const SLICES_PER_HOUR = 10;

type Placing = { plan: "monthly" | "quarterly" | "annual"; timezone: string; now: number };

/**
 * When a gift begins and ends beside what a member has already; null while it waits behind a subscription that goes on charging.
 * It begins when what is paid for ends, and its months are added to all other access, so that none of that is lost.
 */
export function placeOf(open: OpenStretch[], { plan, timezone, now }: Placing) {
  if (open.some(({ isPaidFor }) => isPaidFor)) return null;
  const lastEnd = (stretches: OpenStretch[]) => Math.max(now, ...stretches.map(({ endsAt }) => endsAt));
  const startsAt = lastEnd(open.filter(({ source }) => source === "subscription"));
  return { startsAt, until: addMonths(lastEnd(open), monthsOf({ plan }), timezone) };
}

/**
 * Lets a member's redeemed gifts begin where they can: the ones that wait, once no subscription charges any more, and the ones to
 * come, if what they waited for has ended earlier. It is called whenever a subscription has changed, and by the hourly cron.
 */
export async function placeGifts(ctx: Ctx, memberId: string): Promise<void> {
  const [[member], open, toPlace] = await ctx.db.batch([
    selectMember(ctx.db, memberId),
    selectOpenStretches(ctx.db, memberId, ctx.now),
    selectGiftsToPlace(ctx.db, memberId, ctx.now),
  ]);
  if (!member) return;
  let stretches = open;
  for (const gift of toPlace) {
    const { timezone } = member;
    const place = placeOf(stretches, { plan: gift.plan, timezone, now: ctx.now });
    if (!place) return;
    if (place.startsAt !== gift.startsAt) {
      const grant = { id: crypto.randomUUID(), giftId: gift.id, memberId, plan: gift.plan, ...place };
      const dates = { startText: dateTextOf(member, place.startsAt), endText: dateTextOf(member, place.until) };
      const parameters = { ...mailWords(gift), ...dates };
      // A gift that only moves has been told of; its member reads the new days under My Account.
      const addressee = { id: `gift-started:${gift.id}`, memberId, to: member.email };
      const mail = queueMailOnce(ctx, { kind: "gift-started", ...addressee, parameters, notBefore: place.startsAt });
      await ctx.db.batch([
        markGranted(ctx.db, gift.id, ctx.now),
        auditChange(ctx, { actor: "system", action: "gift.start", subject: memberId, details: { giftId: gift.id } }),
        insertGiftGrant(ctx.db, grant, ctx.now),
        moveGiftGrant(ctx.db, gift.id, place, ctx.now),
        updateMember(ctx.db, memberId, { giftGiverName: gift.giverName, updatedAt: ctx.now }),
        recomputeAccess(ctx.db, [memberId], { now: ctx.now }),
        mail.insert,
      ]);
      if (place.startsAt <= ctx.now) ctx.defer(sendTransactionalMail(ctx, mail));
    }
    stretches = [...stretches, { source: "gift", endsAt: place.until, isPaidFor: 0 }];
  }
}

/** Looks at all gifts that wait, in slices: what told us of their subscriptions may have been lost. */
export async function placeWaitingGifts(ctx: Ctx): Promise<void> {
  let after = "";
  for (let slice = 0; slice < SLICES_PER_HOUR; slice += 1) {
    const waiting = await selectWaitingMembers(ctx.db, { after, limit: MEMBERS_PER_SLICE, now: ctx.now });
    for (const { memberId, isCharged } of waiting) {
      // A look at each would be a call to the database for each.
      if (isCharged) continue;
      await placeGifts(ctx, memberId).catch((error) =>
        log("error", "gift_not_placed", { memberId, ...errorFields(error) }),
      );
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < MEMBERS_PER_SLICE) return;
    after = last.memberId;
  }
}
