import type { Ctx } from "../kernel/context.ts";
import { queueMailOnce, type queueNotice } from "../mail/transactional-mail.ts";

type WithoutReceiver<Mail> = Mail extends unknown ? Omit<Mail, "memberId" | "to"> : never;
type News = WithoutReceiver<Parameters<typeof queueNotice>[1]> & { id: string };

/** Builds an email to the operator, for the same batch as its cause. Null if no operator address is set. */
export function mailToOperator(ctx: Ctx, news: News, queue: typeof queueMailOnce | typeof queueNotice = queueMailOnce) {
  const to = ctx.config.operatorEmail;
  return to === null ? null : queue(ctx, { ...news, memberId: null, to });
}
