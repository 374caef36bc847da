import { acceptedEndings, uploadHindrance } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { captionsHindrance, readCaptions } from "#domain/rules/web-vtt.ts";
import { ApiError } from "../../lib/api-error.ts";
import { textOfFile } from "./text-of-file.ts";

/** Emails and shared links show artwork at this size at least. */
const MIN_ARTWORK = { width: 600, height: 315 };

/** What a file dialog offers for a kind: also SubRip, which becomes WebVTT before it's uploaded. */
export function chosenEndings(kind: MediumKind): string {
  return kind === "captions" ? `${acceptedEndings(kind)},.srt` : acceptedEndings(kind);
}

/** Captions as WebVTT in UTF-8, whichever of both they are. @throws ApiError that names the lines it can't read */
async function asWebVtt(file: File, filename: string): Promise<File> {
  const captions = readCaptions(await textOfFile(file));
  const hindrance = captionsHindrance(captions);
  if (hindrance !== null) throw new ApiError(400, hindrance, null);
  // The same file, chosen again, resumes its upload.
  return new File([captions.webVtt ?? ""], filename, { type: "text/vtt", lastModified: file.lastModified });
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
  const filename = kind === "captions" ? file.name.replace(/\.srt$/i, ".vtt") : file.name;
  const hindrance =
    uploadHindrance(kind, { filename, sizeBytes: file.size }) ??
    (kind === "artwork" ? await artworkHindrance(file) : null);
  if (hindrance !== null) throw new ApiError(400, hindrance, null);
  return kind === "captions" ? asWebVtt(file, filename) : file;
}
