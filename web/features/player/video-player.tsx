import { clsx } from "clsx";
import { Suspense } from "react";
import { Artwork } from "../../brand/artwork.tsx";
import { lazyChunk } from "../../lib/load-chunk.ts";
import { Spinner } from "../../ui/button.tsx";
import type { VideoStageProps } from "./video-stage.tsx";

// Lazy: controls and players load only for items with a video.
const VideoStage = lazyChunk(() => import("./video-stage.tsx").then((module) => module.VideoStage));

export type VideoPlayerProps = Omit<VideoStageProps, "frame">;

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
