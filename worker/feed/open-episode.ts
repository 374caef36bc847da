import type { EpisodeLink } from "#domain/contract/feed.ts";
import { DAY_MS } from "#domain/durations.ts";
import { TRANSCRIPT_FILE } from "#domain/paths.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { DOWNLOAD_DAYS } from "#domain/rules/feeds.ts";
import { isLive } from "#domain/rules/release.ts";
import { releasedThroughFor } from "../content/content-item.ts";
import type { Ctx } from "../kernel/context.ts";
import { noAccess, notFound, rateLimited } from "../kernel/errors.ts";
import { endOfQuotaDay } from "../kernel/limits/attempt-limit.ts";
import { isEpisodeKey } from "../kernel/links/episode-key.ts";
import { retryWrite } from "../kernel/retry-write.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import { isConditional } from "../media/conditional-request.ts";
import { serveMedium } from "../media/serve-medium.ts";
import { countDownload, markNotified, selectEpisode } from "./feeds.queries.ts";

const TOO_MANY =
  "Every session in this feed has been downloaded several times in 30 days. Try again tomorrow, or revoke it in My Account.";

type Opened = { link: EpisodeLink; file: string; request: Request };
type Found = Awaited<ReturnType<typeof selectEpisode>>[number];

/** Whether a request surely gets a file's start. One with conditions or with a range past the first byte or from the end may not. */
function asksForStart({ method, headers }: Request): boolean {
  const isPart = /^bytes=(?:0*[1-9]|-)/i.test(headers.get("range")?.trim() ?? "");
  return method === "GET" && !isPart && !isConditional(headers);
}

/** Whether the answer has the file's start after all: the file changed, or the range was ignored or as long as the file. */
function hasStart({ status, headers }: Response): boolean {
  return status === 200 || (status === 206 && headers.get("content-range")?.startsWith("bytes 0-") === true);
}

function count(ctx: Ctx, { feed: feedId, item: itemId }: EpisodeLink) {
  const { now, userAgent } = ctx;
  const today = new Date(now).toISOString().slice(0, 10);
  return countDownload(ctx.db, { feedId, itemId, today, after: addDays(today, -DOWNLOAD_DAYS), now, userAgent });
}

/** Tells the member once in 30 days. @throws AppError `rate_limited` until the UTC day ends, when the oldest day's downloads may drop out */
async function refuse(ctx: Ctx, { feed, member }: Found): Promise<never> {
  const notifiedAt = feed.limitNotifiedAt;
  if (notifiedAt === null || notifiedAt <= ctx.now - DOWNLOAD_DAYS * DAY_MS) {
    const mail = queueMailOnce(ctx, {
      id: `feed-limit.${feed.id}.${notifiedAt ?? 0}`,
      kind: "feed-limit",
      memberId: member.id,
      to: member.email,
      parameters: { device: feed.name },
    });
    await ctx.db.batch([markNotified(ctx.db, feed, ctx.now), mail.insert]);
  }
  throw rateLimited(Math.ceil((endOfQuotaDay(ctx.now) - ctx.now) / 1000), TOO_MANY);
}

/** Asks D1 once, and writes one row for a download that starts. @throws AppError `not_found`, `no_access`, or `rate_limited` */
export async function openEpisode(ctx: Ctx, { link, file, request }: Opened): Promise<Response> {
  const { feed: feedId, item: itemId } = link;
  if (!isEpisodeKey(ctx.config, "episode", link)) throw notFound("Episode");
  const isText = file === TRANSCRIPT_FILE;
  const select = selectEpisode(ctx.db, { feedId, itemId, isText });
  const isStart = !isText && asksForStart(request);
  const [[found], counted] = isStart
    ? await retryWrite(() => ctx.db.batch([select, count(ctx, link)]))
    : [await select, null];
  if (!found) throw notFound("Episode");
  const { member, item, transcript } = found;
  ctx.line.memberId = member.id;
  if (!hasAccess(member, ctx.now)) throw noAccess();
  if (!isLive(item, releasedThroughFor(member, ctx.now)) || item.audioKey === null) throw notFound("Episode");
  if (isText) return transcriptOf(transcript);
  if (counted?.length === 0) return refuse(ctx, found);
  const response = await serveMedium(ctx.bucket, "members", item.audioKey, request);
  if (isStart || request.method !== "GET" || !hasStart(response) || (await count(ctx, link)).length > 0)
    return response;
  await response.body?.cancel();
  return refuse(ctx, found);
}

function transcriptOf(transcript: string | null): Response {
  if (!transcript) throw notFound("Transcript");
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "private, max-age=3600" };
  // Players on the web read it by script; its address is the only key.
  return new Response(transcript, { headers: { ...headers, "access-control-allow-origin": "*" } });
}
