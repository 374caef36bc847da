import { parseVideoLink } from "#domain/rules/video-link.ts";
import { invalid } from "../errors.ts";

const UNKNOWN_VIDEO = "Please enter a YouTube or Vimeo address";

/** The columns for a typed video address; an empty one clears the embedded video. @throws AppError `validation` */
export function videoColumns(address: string): { embedProvider: "youtube" | "vimeo" | null; embedRef: string | null } {
  if (address === "") return { embedProvider: null, embedRef: null };
  const link = parseVideoLink(address);
  if (!link || link.provider === "hosted") throw invalid(UNKNOWN_VIDEO, { youtubeUrl: UNKNOWN_VIDEO });
  return { embedProvider: link.provider, embedRef: link.ref };
}
