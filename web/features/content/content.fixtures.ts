import type { ListedItem } from "#domain/contract/content.ts";

/** A published item of a month's list, without media and not begun. */
export function listedItemOf(date: string, change: Partial<ListedItem> = {}): ListedItem {
  return {
    id: `item-${date}`,
    date,
    title: `Title of ${date}`,
    description: "",
    status: "published",
    audioFilename: null,
    videoFilename: null,
    vimeoEmbedCode: null,
    youtubeUrl: null,
    video: null,
    artworkFilename: null,
    duration: null,
    emailSent: false,
    comingSoon: false,
    completed: false,
    progressPercent: 0,
    ...change,
  };
}
