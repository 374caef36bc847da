import type { Acknowledgement } from "#domain/rules/inbound-mail.ts";
import type { Ctx } from "../../kernel/context.ts";
import { emailKeyOf } from "../../kernel/hashing.ts";
import { attemptLimit, strangersLimits, tryAttempt } from "../../kernel/limits/attempt-limit.ts";
import { log } from "../../kernel/log.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { isPaused } from "../../mail/sending-state.ts";
import { queueMailOnce } from "../../mail/transactional-mail.ts";
import { type InboundRow, setAcknowledgement } from "./inbound.queries.ts";
import type { ReadMail } from "./read-mail.ts";

/** Limit per UTC day; a conversation by email needs no more. */
const MOST_PER_ADDRESS = 2;

/** Acknowledgments take at most half of the limit that strangers' emails share, since password resets need the rest. */
async function isWithinLimits(ctx: Ctx, fromAddress: string): Promise<boolean> {
  const { total, shared } = strangersLimits(ctx);
  const { windowEndsAt } = total;
  const value = emailKeyOf(fromAddress);
  const most = Math.ceil(ctx.config.resetMaxInTotal / 2);
  const half = attemptLimit(ctx, { kind: "acknowledged-total", value: "", max: most, windowEndsAt });
  const { isWithin, refusedBy } = await tryAttempt(ctx, [
    attemptLimit(ctx, { kind: "acknowledged-address", value, max: MOST_PER_ADDRESS, windowEndsAt }),
    half,
    shared,
    total,
  ]);
  const spent = [half, shared, total].find((limit) =>
    refusedBy.some(({ key, isFirst }) => key === limit.key && isFirst),
  );
  if (spent) log("warn", "acknowledgements_limit_reached", { max: spent.max });
  return isWithin;
}

function kindOf({ memberId }: InboundRow, { asksStop, asksRefund }: ReadMail) {
  if (asksStop && memberId !== null) return "inbound-received-stop";
  return asksRefund ? "inbound-received-refund" : "inbound-received";
}

async function decide(ctx: Ctx, { wantsAnswer }: InboundRow, { fromAddress }: ReadMail): Promise<Acknowledgement> {
  if (wantsAnswer === false) return "automatic";
  if (fromAddress === "") return "no_address";
  if (isPaused(await selectPauses(ctx.db), "acknowledgement", ctx.now)) return "limited";
  return (await isWithinLimits(ctx, fromAddress)) ? "sent" : "limited";
}

/** Tells the sender, once, that their email arrived and when we answer; it quotes nothing of theirs but the reference. */
export async function acknowledge(ctx: Ctx, row: InboundRow, mail: ReadMail): Promise<void> {
  const acknowledgement = await decide(ctx, row, mail);
  const decided = setAcknowledgement(ctx.db, row.id, acknowledgement);
  if (acknowledgement !== "sent") {
    await decided;
    return;
  }
  const { id, insert } = queueMailOnce(ctx, {
    kind: kindOf(row, mail),
    id: `inbound-${row.id}`,
    memberId: row.memberId,
    to: mail.fromAddress,
    parameters: { messageId: mail.messageId },
  });
  await ctx.db.batch([decided, insert]);
  ctx.defer(sendTransactionalMail(ctx, { id }));
}
