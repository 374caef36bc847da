import { acceptedEndings, endingOf, uploadHindrance } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { webVttOf } from "#domain/rules/web-vtt.ts";
import { ApiError } from "../../lib/api-error.ts";
import { textOfFile } from "./text-of-file.ts";

const NO_CAPTIONS = "We found no captions in this file. Save it again as WebVTT.";
/** Emails and shared links show artwork at this size at least. */
const MIN_ARTWORK = { width: 600, height: 315 };

/** What a file dialog offers for a kind: also SubRip, which becomes WebVTT before it's uploaded. */
export function chosenEndings(kind: MediumKind): string {
  return kind === "captions" ? `${acceptedEndings(kind)},.srt` : acceptedEndings(kind);
}

async function asWebVtt(file: File): Promise<File> {
  const captions = webVttOf(await textOfFile(file));
  if (captions === null) throw new ApiError(400, NO_CAPTIONS, null);
  const name = file.name.replace(/\.srt$/i, ".vtt");
  // The same file, chosen again, resumes its upload.
  return new File([captions], name, { type: "text/vtt", lastModified: file.lastModified });
}

/** A picture the browser can't read is left to the server, which knows why. */
async function artworkHindrance(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null || (picture.width >= MIN_ARTWORK.width && picture.height >= MIN_ARTWORK.height)) return null;
  const least = `${MIN_ARTWORK.width} × ${MIN_ARTWORK.height}`;
  return `This picture is too small: ${picture.width} × ${picture.height}. Use at least ${least}; 1200 × 630 is best.`;
}

/** The file as it's uploaded. @throws ApiError with the reason it can't be */
export async function prepareFile(kind: MediumKind, file: File): Promise<File> {
  const ready = kind === "captions" && endingOf(file.name) === "srt" ? await asWebVtt(file) : file;
  const hindrance =
    uploadHindrance(kind, { filename: ready.name, sizeBytes: ready.size }) ??
    (kind === "artwork" ? await artworkHindrance(ready) : null);
  if (hindrance !== null) throw new ApiError(400, hindrance, null);
  return ready;
}
