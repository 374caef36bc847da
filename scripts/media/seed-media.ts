import type { Loudness } from "./loudness.ts";
import { makeAudio } from "./make-audio.ts";
import { CLIP, makeVideo } from "./make-video.ts";
import { ALL_PIECES } from "./pieces/all-pieces.ts";

export type SeedMedium = {
  slug: string;
  title: string;
  kind: "audio" | "video";
  extension: "mp3" | "mp4";
  contentType: "audio/mpeg" | "video/mp4";
  make: (path: string) => Promise<Loudness>;
};

export const SEED_MEDIA: readonly SeedMedium[] = [
  ...ALL_PIECES.map(
    (piece): SeedMedium => ({
      slug: piece.slug,
      title: piece.title,
      kind: "audio",
      extension: "mp3",
      contentType: "audio/mpeg",
      make: (path) => makeAudio(piece, path),
    }),
  ),
  { ...CLIP, kind: "video", extension: "mp4", contentType: "video/mp4", make: makeVideo },
];
