import type { Ctx } from "../kernel/context.ts";
import { queueMailOnce, type queueNotice } from "../mail/transactional-mail.ts";

type WithoutReceiver<Mail> = Mail extends unknown ? Omit<Mail, "memberId" | "to"> : never;
type News = WithoutReceiver<Parameters<typeof queueNotice>[1]> & { id: string };

/** An email to the operator, for the batch of its cause; null where there is no address for it. */
export function mailToOperator(ctx: Ctx, news: News, queue: typeof queueMailOnce | typeof queueNotice = queueMailOnce) {
  const to = ctx.config.operatorEmail;
  return to === null ? null : queue(ctx, { ...news, memberId: null, to });
}
