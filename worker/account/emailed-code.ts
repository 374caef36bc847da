import { MINUTE_MS } from "#domain/durations.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import type { Ctx } from "../kernel/context.ts";
import type { AttemptLimit } from "../kernel/limits/attempt-counters.queries.ts";
import { attemptLimit, requireAttempt } from "../kernel/limits/attempt-limit.ts";
import { isCodeOf } from "../kernel/links/signing-keys.ts";
import { selectLinkBoundTo } from "./auth-tokens.queries.ts";

const TRIES = 5;
const SPENT = "Too many attempts. Request a new code.";
export const WRONG_CODE = "This code doesn't work. Check it, or request a new one.";

/** A browser's or session's tries. They outlast its code, which is gone within 15 minutes. */
export function codeTries(ctx: Ctx, boundTo: string): AttemptLimit {
  return attemptLimit(ctx, { kind: "code-tries", value: boundTo, max: TRIES, windowEndsAt: ctx.now + 15 * MINUTE_MS });
}

type Entered = { code: string; boundTo: string; purpose: LinkPurpose; limits?: AttemptLimit[] };

/**
 * The open link that a code goes with; undefined for a wrong code. It counts each try, whether or not there is a link, so the response
 * doesn't show if an address has an account. @throws AppError `rate_limited` after five tries, or by `limits`
 */
export async function linkOfCode(ctx: Ctx, { code, boundTo, purpose, limits = [] }: Entered) {
  // Counted before the comparison; otherwise guesses sent in parallel would all be compared.
  await requireAttempt(ctx, [codeTries(ctx, boundTo), ...limits], { message: SPENT });
  const [found] = await selectLinkBoundTo(ctx.db, boundTo, purpose, ctx.now);
  return found && isCodeOf(ctx.config, found.link, code) ? found : undefined;
}
