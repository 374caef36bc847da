import { createHash } from "node:crypto";
import { BRAND } from "#domain/brand.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import {
  contentPath,
  episodePath,
  markDonePath,
  PUBLIC_PAGES,
  publicMediaPath,
  TRANSCRIPT_FILE,
} from "#domain/paths.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { feedPath } from "#domain/rules/feeds.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { releasedThroughFor } from "../content/content-item.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hashing.ts";
import { episodeBlock, episodeKeys } from "../kernel/links/episode-key.ts";
import { presentKey } from "../kernel/links/signing-keys.ts";
import { retryWrite } from "../kernel/retry-write.ts";
import { isUnchanged } from "../media/conditional-request.ts";
import { type Episode, escapeXml, feedXml, itemXml } from "./feed-xml.ts";
import { noteUse, selectEpisodes, selectFeed } from "./feeds.queries.ts";

/** Raise it with every change of what feeds contain, so that players load them again. */
const FORMAT = 2;

/** A feed has no modification date, so conditions about dates are ignored (RFC 9110, section 13.1.3). */
const NO_DATE = new Date(Number.NaN);

const TOKEN = /^[\w-]{32}$/;

type Read = NonNullable<Awaited<ReturnType<ReturnType<typeof selectFeed>["get"]>>>;
type Item = Awaited<ReturnType<typeof selectEpisodes>>[number];

/** Covers everything that the feed depends on, so nothing else needs to be read to answer 304. */
function etagOf({ config, now }: Ctx, { feed, member, library }: Read): string {
  const { timezone, accessEndsAt } = member;
  const isOpen = hasAccess(member, now);
  const days = isOpen ? [timezone, dateIn(timezone, now), releasedThroughFor(member, now)] : [accessEndsAt];
  const made = [FORMAT, config.appUrl, presentKey(config).id];
  return `"${sha256([...made, feed.id, library?.version, isOpen, ...days].join()).slice(0, 32)}"`;
}

/** A version 5 UUID, as Podcasting 2.0 derives it from a feed's address; from this feed's ID, since the address is secret. */
function podcastGuid(appUrl: string, feedId: string): string {
  const namespace = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");
  const bytes = createHash("sha1")
    .update(namespace)
    .update(`${new URL(appUrl).host}/feed/${feedId}`)
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

const paragraph = (line: string) => `<p>${escapeXml(line)}</p>`;
const linkTo = (href: string, words: string) => `<p><a href="${escapeXml(href)}">${words}</a></p>`;

function notesOf(description: string, links: string[]): string {
  const lines = description.split("\n").filter((line) => line.trim() !== "");
  return [...lines.map(paragraph), ...links].join("");
}

const dayStart = ({ now }: Ctx, { member: { timezone } }: Read) => instantAt(dateIn(timezone, now), 0, timezone);

/** The newest change that the ETag covers, of those whose time is known. */
function builtAt(ctx: Ctx, read: Read): number {
  const { feed, member, library } = read;
  const turn = hasAccess(member, ctx.now) ? dayStart(ctx, read) : (member.accessEndsAt ?? 0);
  return Math.max(feed.createdAt, library?.changedAt ?? 0, turn);
}

type Marks = { feed: string; key: string; doneKey: string };

/** Players hide episodes with a future date, so a session a day early has the day's first minute. */
function episodeOf(ctx: Ctx, read: Read, item: Item, { feed, key, doneKey }: Marks): Episode {
  const { appUrl } = ctx.config;
  const { timezone } = read.member;
  const link = { feed, item: item.id, key };
  const done = { ...link, key: doneKey };
  const page = `${appUrl}${contentPath(item.date)}`;
  const extension = item.file.key.split(".").at(-1);
  return {
    guid: item.id,
    title: item.title,
    notes: notesOf(item.description, [
      linkTo(`${appUrl}${markDonePath(done)}`, "Mark as done"),
      linkTo(page, `Open in ${BRAND.name}`),
    ]),
    link: page,
    publishedAt: Math.min(instantAt(item.date, 0, timezone), dayStart(ctx, read) + MINUTE_MS),
    durationSeconds: item.durationSeconds ?? item.file.durationSeconds,
    audio: {
      url: `${appUrl}${episodePath(link, `session.${extension}`)}`,
      length: item.file.sizeBytes,
      type: item.file.contentType,
    },
    transcriptUrl: item.hasTranscript ? `${appUrl}${episodePath(link, TRANSCRIPT_FILE)}` : null,
  };
}

/** Items' XML, cut at the marks that stand for what is a listener's own, and what their keys are made of. */
type Rendered = { marks: Marks; items: string[][]; blocks: Uint8Array };

const MOST_RENDERED = 8;
/** By all that items depend on besides the listener, the newest last. */
const rendered = new Map<string, Rendered>();

async function renderItems(ctx: Ctx, read: Read): Promise<Rendered> {
  const { library, member } = read;
  const { timezone } = member;
  const through = releasedThroughFor(member, ctx.now);
  const of = [ctx.config.appUrl, library?.version, library?.changedAt, timezone, dateIn(timezone, ctx.now), through];
  const known = rendered.get(of.join());
  if (known) return known;
  const marks = { feed: crypto.randomUUID(), key: crypto.randomUUID(), doneKey: crypto.randomUUID() };
  const cuts = new RegExp(`(${Object.values(marks).join("|")})`);
  const found = await selectEpisodes(ctx.db, through);
  const items = found.map((item) => itemXml(episodeOf(ctx, read, item, marks)).split(cuts));
  const blocks = Buffer.concat(
    found.flatMap(({ id }) => [episodeBlock("episode", id), episodeBlock("episode-done", id)]),
  );
  const [oldest = ""] = rendered.keys();
  if (rendered.size >= MOST_RENDERED) rendered.delete(oldest);
  rendered.set(of.join(), { marks, items, blocks });
  return { marks, items, blocks };
}

async function itemsFor(ctx: Ctx, read: Read): Promise<string[]> {
  const { marks, items, blocks } = await renderItems(ctx, read);
  const keys = episodeKeys(ctx.config, read.feed.id, blocks);
  return items.map((parts, nth) => {
    const own = new Map([
      [marks.feed, read.feed.id],
      [marks.key, keys[2 * nth]],
      [marks.doneKey, keys[2 * nth + 1]],
    ]);
    return parts.map((part) => own.get(part) ?? part).join("");
  });
}

/** In place of the sessions once access is over. Players show no episode without audio, so it plays the public sample. */
async function endedEpisode({ config: { appUrl }, bucket }: Ctx, { feed, member }: Read): Promise<Episode> {
  const { sample } = BRAND.preview;
  const file = await bucket.head(`public/${sample}`);
  const subscribeUrl = `${appUrl}${PUBLIC_PAGES.subscribe}`;
  const endedAt = member.accessEndsAt ?? feed.createdAt;
  const words = `Your access to ${BRAND.name} has ended, so your sessions aren't here right now. Choose a plan, and they come back to this feed automatically.`;
  return {
    guid: `ended-${endedAt}`,
    title: "Your access has ended",
    notes: notesOf(words, [linkTo(subscribeUrl, "Choose a plan")]),
    link: subscribeUrl,
    publishedAt: endedAt,
    durationSeconds: null,
    audio: {
      url: `${appUrl}${publicMediaPath(sample)}`,
      length: file?.size ?? 0,
      type: file?.httpMetadata?.contentType ?? "audio/mpeg",
    },
    transcriptUrl: null,
  };
}

async function touch(ctx: Ctx, { feed }: Read, episodes: number): Promise<void> {
  const unlessAfter = ctx.now - HOUR_MS;
  const isDue = (feed.lastUsedAt ?? 0) <= unlessAfter;
  const { now, userAgent } = ctx;
  const write = () => noteUse(ctx.db, feed.id, { episodes, now, userAgent, unlessAfter });
  // Its downloads are limited by this number, so it's stored before the player can ask for one.
  if (episodes !== feed.episodes) await retryWrite(write);
  else if (isDue) ctx.defer(write().execute());
}

type Answer = { etag: string; body: string | null; status: 200 | 304 };

/** Reads D1 once if nothing changed. @throws AppError `not_found` for a revoked or unknown token */
export async function readFeed(ctx: Ctx, { token, headers }: { token: string; headers: Headers }): Promise<Answer> {
  const read = TOKEN.test(token) ? await selectFeed(ctx.db, sha256(token)).get() : undefined;
  if (!read) throw notFound("Feed");
  const { feed, member } = read;
  ctx.line.memberId = member.id;
  const etag = etagOf(ctx, read);
  if (isUnchanged(headers, { etag, uploaded: NO_DATE })) {
    await touch(ctx, read, feed.episodes);
    return { etag, body: null, status: 304 };
  }
  const isOpen = hasAccess(member, ctx.now);
  const items = isOpen ? await itemsFor(ctx, read) : [itemXml(await endedEpisode(ctx, read))];
  // The limit outlasts a break in access.
  await touch(ctx, read, isOpen ? items.length : feed.episodes);
  const { appUrl } = ctx.config;
  const channel = { guid: podcastGuid(appUrl, feed.id), address: `${appUrl}${feedPath(token)}`, appUrl };
  return { etag, body: feedXml({ ...channel, builtAt: builtAt(ctx, read), items }), status: 200 };
}
