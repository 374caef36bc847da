import { clsx } from "clsx";
import { lazy, type RefObject, Suspense } from "react";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import type { VideoLink } from "#domain/rules/video-link.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { Spinner } from "../../ui/button.tsx";
import type { Neighbours } from "./use-media-session.ts";

// Controls and players are fetched for an item that has a video.
const VideoStage = lazy(async () => ({ default: (await loadChunk(() => import("./video-stage.tsx"))).VideoStage }));

export type VideoPlayerProps = {
  video: VideoLink;
  item: Pick<OpenedItem, "date" | "title" | "artworkFilename" | "captionsFilename" | "audioFilename" | "duration">;
  /** After the click that led here, when there is no audio to begin with. */
  takesFocus: boolean;
  /** Null in the administrator's preview. */
  listener: PlaybackListener | null;
  /** Undefined until it is known: what is played before that is not told of. */
  resumePoint: { seconds: number } | { percent: number } | null | undefined;
  onStartOver?: () => void;
  onSpeed?: (speed: number) => void;
  renewPass: () => Promise<void>;
  /** What the lock screen's previous and next lead to; without them it has neither. */
  neighbours?: Neighbours;
  /** The element that plays, for what a page does with it. */
  mediaRef?: RefObject<HTMLMediaElement | null>;
};

export function VideoPlayer(props: VideoPlayerProps) {
  return (
    <Suspense
      fallback={
        <>
          <div className={clsx("relative grid place-items-center", FRAME)}>
            <Spinner className="size-9 text-bolt" />
          </div>
          {/* The room of what stands below a video by itself. */}
          {props.item.audioFilename === null && <div className="h-14" />}
        </>
      }
    >
      <VideoStage {...props} frame={FRAME} />
    </Suspense>
  );
}

const FRAME = "aspect-video overflow-hidden rounded-card border border-line bg-black";
