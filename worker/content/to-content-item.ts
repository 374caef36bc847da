import type { ContentItem } from "#domain/contract/content.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { isComingSoon, isLive, releasedThrough } from "#domain/rules/release.ts";
import { embedCode, videoAddress } from "#domain/rules/video-link.ts";
import type { Member } from "../members/member.ts";
import { type ContentRow, videoOf } from "./content-row.ts";

/** An item with everything, as the administrator sees it. */
export function toContentItem(row: ContentRow): ContentItem {
  const video = videoOf(row);
  return {
    id: row.id,
    date: row.date,
    title: row.title,
    description: row.description,
    status: row.status,
    audioFilename: row.audioKey,
    videoFilename: row.videoKey,
    vimeoEmbedCode: video?.provider === "vimeo" ? embedCode(video) : null,
    youtubeUrl: video ? videoAddress(video) : null,
    video,
    duration: row.durationSeconds,
    emailSent: row.emailSent,
    comingSoon: false,
  };
}

/** The last date that is released for a member. */
export function releasedThroughFor(member: Member, now: number): string {
  return releasedThrough(dateIn(member.timezone, now), member.subscriptionType);
}

/** What a member may see of an item: all of a live one, a coming one without its media, nothing (null) of any other. */
export function toMemberItem(row: ContentRow, through: string): ContentItem | null {
  const item = toContentItem(row);
  if (isLive(row, through)) return item;
  if (!isComingSoon(row, through)) return null;
  return {
    ...item,
    audioFilename: null,
    videoFilename: null,
    vimeoEmbedCode: null,
    youtubeUrl: null,
    video: null,
    comingSoon: true,
  };
}
