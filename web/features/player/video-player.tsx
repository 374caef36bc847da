import { clsx } from "clsx";
import { type RefObject, Suspense } from "react";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import type { VideoLink } from "#domain/rules/video-link.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { lazyChunk } from "../../lib/load-chunk.ts";
import type { PlaybackListener, ResumePoint } from "../../lib/playback-listener.ts";
import { Spinner } from "../../ui/button.tsx";
import type { Neighbours } from "./use-media-session.ts";

// Lazy: controls and players load only for items with a video.
const VideoStage = lazyChunk(() => import("./video-stage.tsx").then((module) => module.VideoStage));

export type VideoPlayerProps = {
  video: VideoLink;
  item: Pick<OpenedItem, "date" | "title" | "artworkFilename" | "captionsFilename" | "audioFilename" | "duration">;
  /** Focuses Play after the click that led here, if there is no audio to play first. */
  takesFocus: boolean;
  /** False while the stage shows the audio, which then has the page's keys. */
  isShown?: boolean;
  /** Null in the administrator's preview. */
  listener: PlaybackListener | null;
  /** Undefined until known; playback before that isn't reported. */
  resumePoint: ResumePoint | null | undefined;
  onStartOver?: () => void;
  onSpeed?: (speed: number) => void;
  renewPass: () => Promise<void>;
  /** The lock screen's previous and next items; without them it shows neither button. */
  neighbours?: Neighbours;
  mediaRef?: RefObject<HTMLMediaElement | null>;
};

export function VideoPlayer(props: VideoPlayerProps) {
  return (
    <Suspense
      fallback={
        <div className={clsx("relative grid place-items-center *:[grid-area:1/1]", FRAME)}>
          <Artwork date={props.item.date} own={props.item.artworkFilename} isLargest className="size-full" />
          <Spinner className="size-9 text-bolt" />
        </div>
      }
    >
      <VideoStage {...props} frame={FRAME} />
    </Suspense>
  );
}

const FRAME = "aspect-video overflow-hidden rounded-card border border-line bg-black";
