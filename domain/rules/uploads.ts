import { formatList } from "../formats.ts";
import { MEDIUM_KINDS, type MediumKind } from "./video-link.ts";

export const UPLOAD_STATES = ["open", "complete", "aborted", "refused"] as const;

const MIB = 1024 * 1024;

/** Size of every request but the last. R2 needs equal parts of 5 MiB or more, and the platform limits bodies to 100 MB. */
export const UPLOAD_PART_BYTES = 8 * MIB;

export const MAX_UPLOAD_BYTES: Record<MediumKind, number> = {
  audio: 500 * MIB,
  video: 2048 * MIB,
  captions: MIB,
  artwork: 2 * MIB,
};

/** File types every supported browser can play or show, by file extension. */
const CONTENT_TYPES: Record<MediumKind, Record<string, string>> = {
  audio: { mp3: "audio/mpeg", m4a: "audio/mp4" },
  video: { mp4: "video/mp4" },
  captions: { vtt: "text/vtt" },
  artwork: { jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", webp: "image/webp" },
};

/** What a file of this name can be, or null. SubRip captions (.srt) count, because the browser turns them into WebVTT. */
export function kindOfFile(filename: string): MediumKind | null {
  if (endingOf(filename) === "srt") return "captions";
  return MEDIUM_KINDS.find((kind) => uploadContentType(kind, filename) !== null) ?? null;
}

/** A kind's accepted extensions, as a file dialog expects them: ".mp3,.m4a". */
export function acceptedEndings(kind: MediumKind): string {
  return Object.keys(CONTENT_TYPES[kind])
    .map((ending) => `.${ending}`)
    .join(",");
}

/** The extension in lower case and without the dot; "" if there is none. */
export const endingOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";

export function uploadContentType(kind: MediumKind, filename: string): string | null {
  return CONTENT_TYPES[kind][endingOf(filename)] ?? null;
}

/** "500 MB", "2 GB" */
export function limitText(bytes: number): string {
  const mib = bytes / MIB;
  return mib < 1024 ? `${mib} MB` : `${mib / 1024} GB`;
}

/** Why a file can't be uploaded, as a sentence for the person who chose it; null if it can. */
export function uploadHindrance(kind: MediumKind, { filename, sizeBytes }: { filename: string; sizeBytes: number }) {
  if (uploadContentType(kind, filename) === null) {
    return `${kind[0]?.toUpperCase()}${kind.slice(1)} must be a ${formatList(acceptedEndings(kind).split(","), "or")} file.`;
  }
  if (sizeBytes === 0) return "This file is empty.";
  const most = MAX_UPLOAD_BYTES[kind];
  return sizeBytes > most ? `This file is too large. The limit is ${limitText(most)}.` : null;
}
