import type { GrantPlan } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
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
import { mailWords, monthsOf, placeWords } from "./gift-words.ts";
import { markGranted, selectGiftsToPlace, selectWaitingMembers } from "./gifts.queries.ts";

const MEMBERS_PER_SLICE = 100;
const SLICES_PER_HOUR = 10;

type Placing = { plan: GrantPlan; timezone: string; now: number };
type Stretch = Omit<OpenStretch, "startsAt">;

/**
 * When a gift begins and ends; null while a subscription keeps charging. It begins when paid time ends, and its months are added
 * after all other access, so none is lost.
 */
export function placeOf(open: Stretch[], { plan, timezone, now }: Placing) {
  if (open.some(({ isPaidFor }) => isPaidFor)) return null;
  const lastEnd = (stretches: Stretch[]) => Math.max(now, ...stretches.map(({ endsAt }) => endsAt));
  const startsAt = lastEnd(open.filter(({ source }) => source === "subscription"));
  return { startsAt, until: addMonths(lastEnd(open), monthsOf({ plan }), timezone) };
}

/** Starts a member's waiting gifts once no subscription charges, and moves up those that can begin earlier than planned. */
export async function placeGifts(ctx: Ctx, memberId: string): Promise<void> {
  const [[member], open, toPlace] = await ctx.db.batch([
    selectMember(ctx.db, memberId),
    selectOpenStretches(ctx.db, memberId, ctx.now),
    selectGiftsToPlace(ctx.db, memberId, ctx.now),
  ]);
  if (!member) return;
  // Gifts that haven't begun are placed again, one after the other.
  let stretches: Stretch[] = open.filter((one) => one.source !== "gift" || one.startsAt <= ctx.now);
  for (const gift of toPlace) {
    const { timezone } = member;
    const place = placeOf(stretches, { plan: gift.plan, timezone, now: ctx.now });
    if (!place) return;
    if (place.startsAt !== gift.startsAt) {
      const grant = { id: crypto.randomUUID(), giftId: gift.id, memberId, plan: gift.plan, ...place };
      const parameters = { ...mailWords(gift), ...placeWords(timezone, place) };
      // A moved gift was announced before, so its email isn't written again. My Account shows the new dates.
      const addressee = { id: `gift-started:${gift.id}`, memberId, to: member.email };
      const mail = queueMailOnce(ctx, { kind: "gift-started", ...addressee, parameters, notBefore: place.startsAt });
      await ctx.db.batch([
        markGranted(ctx.db, gift.id, ctx.now),
        auditChange(ctx, { actor: "system", action: "gift.start", subject: memberId, details: { giftId: gift.id } }),
        insertGiftGrant(ctx.db, grant, ctx.now),
        moveGiftGrant(ctx.db, grant, ctx.now),
        updateMember(ctx.db, memberId, { giftGiverName: gift.giverName, updatedAt: ctx.now }),
        recomputeAccess(ctx.db, [memberId], { now: ctx.now }),
        mail.insert,
      ]);
      if (place.startsAt <= ctx.now) ctx.defer(sendTransactionalMail(ctx, mail));
    }
    stretches = [...stretches, { source: "gift", endsAt: place.until, isPaidFor: 0 }];
  }
}

/** Places all waiting gifts, in slices, since PayPal's event about the subscription may have been lost. */
export async function placeWaitingGifts(ctx: Ctx): Promise<void> {
  let after = "";
  for (let slice = 0; slice < SLICES_PER_HOUR; slice += 1) {
    const waiting = await selectWaitingMembers(ctx.db, { after, limit: MEMBERS_PER_SLICE, now: ctx.now });
    for (const { memberId, isCharged } of waiting) {
      // Skipped here, since placing each takes calls to the database.
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
