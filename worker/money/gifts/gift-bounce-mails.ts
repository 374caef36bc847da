import type { Ctx } from "../../kernel/context.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import { mailWords } from "./gift-words.ts";
import { holdBouncedGift, selectGift } from "./gifts.queries.ts";

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
