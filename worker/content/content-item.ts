import type { content } from "#db/schema/content.ts";
import { type ContentItem, type ListedItem, UNKNOWN_VIDEO } from "#domain/contract/content/content.ts";
import type { LibraryItem, ListedLibraryItem } from "#domain/contract/content/library.ts";
import { type ItemMedia, type Progress, progressPercent } from "#domain/rules/completion.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { isComingSoon, isLive, releasedThrough } from "#domain/rules/release.ts";
import { embedCode, parseVideoLink, type VideoLink, videoAddress } from "#domain/rules/video-link.ts";
import type { Member } from "../account/member/member.ts";
import { invalid } from "../kernel/errors.ts";

/** An item's row without its transcript. `emailSent` is derived from the counts of its date's slots. */
export type ContentRow = Omit<typeof content.$inferSelect, "transcript"> & { emailSent: boolean };
export type LibraryRow = ContentRow & { transcript: string | null };
export type NewContent = typeof content.$inferInsert;

export function videoOf(row: Omit<MediaColumns, "audioKey">): VideoLink | null {
  if (row.videoKey !== null) return { provider: "hosted", ref: row.videoKey };
  if (row.embedProvider === null || row.embedRef === null) return null;
  return { provider: row.embedProvider, ref: row.embedRef };
}

type MediaColumns = Pick<ContentRow, "audioKey" | "videoKey" | "embedProvider" | "embedRef">;

export function mediaOf(row: MediaColumns): ItemMedia {
  return { hasAudio: row.audioKey !== null, hasVideo: videoOf(row) !== null };
}

/** Columns for a typed video URL; an empty one clears the embedded video. @throws AppError `validation` */
export function embedColumns(address: string): Pick<ContentRow, "embedProvider" | "embedRef"> {
  if (address === "") return { embedProvider: null, embedRef: null };
  const link = parseVideoLink(address);
  if (!link || link.provider === "hosted") throw invalid(UNKNOWN_VIDEO, { youtubeUrl: UNKNOWN_VIDEO });
  return { embedProvider: link.provider, embedRef: link.ref };
}

export function toContentItem(row: ContentRow): ContentItem {
  const video = videoOf(row);
  const { id, date, title, description, status } = row;
  return {
    id,
    date,
    title,
    description,
    status,
    audioFilename: row.audioKey,
    videoFilename: row.videoKey,
    vimeoEmbedCode: video?.provider === "vimeo" ? embedCode(video) : null,
    youtubeUrl: video ? videoAddress(video) : null,
    video,
    ...mediaOf(row),
    artworkFilename: row.artworkKey,
    duration: row.durationSeconds,
    emailSent: row.emailSent,
    comingSoon: false,
  };
}

export function toListedLibraryItem(row: ContentRow): ListedLibraryItem {
  const { hidden, mayBeSentAgain, version, starts, completions, favorites } = row;
  return { ...toContentItem(row), hidden, mayBeSentAgain, version, starts, completions, favorites };
}

export function toLibraryItem(row: LibraryRow): LibraryItem {
  const { transcript, captionsKey, artworkKey } = row;
  return { ...toListedLibraryItem(row), transcript, captionsKey, artworkKey };
}

export function releasedThroughFor(member: Pick<Member, "timezone" | "highestPlan">, now: number): string {
  return releasedThrough(dateIn(member.timezone, now), member.highestPlan);
}

const WITHOUT_MEDIA = { audioFilename: null, videoFilename: null, vimeoEmbedCode: null, youtubeUrl: null, video: null };

/** What a member may see: all of a live item, a coming item without its media, null for any other. */
export function toMemberItem(row: ContentRow, through: string): ContentItem | null {
  const item = toContentItem(row);
  if (isLive(row, through)) return item;
  if (!isComingSoon(row, through)) return null;
  return { ...item, ...WITHOUT_MEDIA, comingSoon: true };
}

export function ownProgress(row: MediaColumns, progress: Progress | null) {
  return {
    completed: progress?.totalWatched ?? false,
    progressPercent: progress ? progressPercent(progress, mediaOf(row)) : 0,
  };
}

export function withProgress<Item extends ContentItem>(item: Item, row: ContentRow, progress: Progress | null) {
  return { ...item, ...ownProgress(row, progress) } satisfies ListedItem;
}
