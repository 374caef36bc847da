import type { EpisodeLink } from "#domain/contract/feed.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid, notFound } from "../kernel/errors.ts";
import { requireWithinHour } from "../kernel/limits/attempt-limit.ts";
import { isSigned } from "../kernel/links/signing-keys.ts";
import { saveProgress } from "../progress/item-progress.ts";
import { selectMemberOfFeed } from "./feeds.queries.ts";

const DONE_AN_HOUR = 60;
const INVALID = "This link doesn't work. Open it again from the episode notes.";

/** For the link in an episode's notes; a revoked feed's links do nothing. @throws AppError `validation`, `not_found`, `no_access`, `rate_limited` */
export async function markDone(ctx: Ctx, { feed, item, key }: EpisodeLink): Promise<void> {
  if (!isSigned(ctx.config, "episode-done", `${feed}:${item}`, key)) throw invalid(INVALID);
  const found = await selectMemberOfFeed(ctx.db, feed).get();
  if (!found) throw notFound("Feed");
  const { member } = found;
  const messageOf = (when: string) => `You've marked many sessions as done in the past hour. Try again in ${when}.`;
  await requireWithinHour(ctx, { kind: "feed-done", member: member.id, max: DONE_AN_HOUR, messageOf });
  const caller = { memberId: member.id, member: Promise.resolve(member) };
  await saveProgress(ctx, { caller, ref: item, report: { totalWatched: true } });
}
