import type { Ctx } from "../../kernel/context.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import { mailWords } from "./gift-words.ts";
import { holdBouncedGift, selectGift } from "./gifts.queries.ts";

type Bounced = { giftId: string; addressVersion: number };

/**
 * The statements that follow from a gift's mail that came back or could not be sent: the giver hears of it once, and may correct the address by the link
 * of the receipt; until then no reminder goes there. None for a gift that has another address now, or is open or paid back;
 * each mail stands behind what it is about, and is nothing without it.
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
