import { useQuery } from "@tanstack/react-query";
import { AudioLines, Captions, type LucideIcon, Play, Video } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "#domain/formats.ts";
import { publicMediaPath } from "#domain/paths.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { formatLength } from "../../features/player/media-time.ts";
import { IconButton } from "../../ui/button.tsx";
import { mediumQuery } from "./content.query.ts";

const ICONS: Record<Exclude<MediumKind, "artwork">, LucideIcon> = {
  audio: AudioLines,
  video: Video,
  captions: Captions,
};

/** `length` is the session's, for a file whose own isn't known. */
type MediumTileProps = { kind: MediumKind; mediumKey: string; length: number | null };

/** A chosen file: picture, name, length, and size; audio and video play here. */
export function MediumTile({ kind, mediumKey, length }: MediumTileProps) {
  const { data: medium } = useQuery(mediumQuery(kind, mediumKey));
  const [isPlaying, setIsPlaying] = useState(false);
  const seconds = medium?.durationSeconds ?? length;
  const facts = [seconds !== null && formatLength(seconds), medium && formatBytes(medium.sizeBytes)].filter(Boolean);
  const name = medium?.title ?? mediumKey;
  const Icon = kind === "artwork" ? null : ICONS[kind];
  const isPlayable = kind === "audio" || kind === "video";
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        {Icon ? (
          <Icon className="size-6 shrink-0 text-bolt" />
        ) : (
          <img
            src={publicMediaPath(mediumKey)}
            alt="Chosen artwork"
            width={112}
            className="rounded-lg bg-night object-cover"
            style={{ aspectRatio: "1200 / 630" }}
          />
        )}
        <p className="wrap-anywhere min-w-0 flex-1 text-sm">
          <span>{name}</span>
          {facts.length > 0 && <span className="text-muted tabular-nums"> · {facts.join(" · ")}</span>}
        </p>
        {isPlayable && !isPlaying && (
          <IconButton isSmall icon={Play} label={`Play ${name}`} onClick={() => setIsPlaying(true)} />
        )}
      </div>
      {isPlaying && kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: a check by its administrator; the session has a transcript.
        <audio controls autoPlay src={`/audio/${mediumKey}`} className="w-full" />
      )}
      {isPlaying && kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: a check by its administrator; captions are a file of their own.
        <video controls autoPlay playsInline src={`/video/${mediumKey}`} className="w-full rounded-lg" />
      )}
    </div>
  );
}
