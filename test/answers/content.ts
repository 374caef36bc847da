import type { BrowsedItem } from "../../domain/contract/content/browse.ts";
import type { ListedItem } from "../../domain/contract/content/content.ts";
import type { LibraryItem } from "../../domain/contract/content/library.ts";
import type { EmailPreviewResponse } from "../../domain/contract/wake-up.ts";

const WITHOUT_MEDIA = {
  audioFilename: null,
  videoFilename: null,
  vimeoEmbedCode: null,
  youtubeUrl: null,
  video: null,
  hasAudio: false,
  hasVideo: false,
  artworkFilename: null,
  duration: null,
} as const;

/** A draft, in the administrator's form. */
export function contentItem(change: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id: crypto.randomUUID(),
    date: "2026-03-04",
    title: "Own the morning",
    description: "",
    status: "draft",
    ...WITHOUT_MEDIA,
    emailSent: false,
    comingSoon: false,
    hidden: false,
    mayBeSentAgain: false,
    version: 1,
    transcript: null,
    captionsKey: null,
    artworkKey: null,
    starts: 0,
    completions: 0,
    favorites: 0,
    ...change,
  };
}

export function emailPreview(html: string, change: Partial<EmailPreviewResponse> = {}): EmailPreviewResponse {
  const [subject, from] = ["Wake up: Own the morning", "Daybolt <hello@daybolt.test>"];
  return { html: { html }, subject, from, inboxLine: "12 min · Audio", copyTo: null, ...change };
}

/** A session in the member's library, not started. */
export function browsedItemOf(date: string, change: Partial<BrowsedItem> = {}): BrowsedItem {
  return {
    id: `item-${date}`,
    date,
    title: `Title of ${date}`,
    artworkFilename: null,
    duration: 600,
    audioFilename: `${date}.mp3`,
    hasAudio: true,
    hasVideo: false,
    completed: false,
    progressPercent: 0,
    isFavorite: false,
    ...change,
  };
}

/** A published item in a month's list, not started. */
export function listedItemOf(date: string, change: Partial<ListedItem> = {}): ListedItem {
  return {
    id: `item-${date}`,
    date,
    title: `Title of ${date}`,
    description: "",
    status: "published",
    ...WITHOUT_MEDIA,
    emailSent: false,
    comingSoon: false,
    completed: false,
    progressPercent: 0,
    ...change,
  };
}
