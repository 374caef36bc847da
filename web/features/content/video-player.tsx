import { lazy, Suspense } from "react";
import type { VideoLink } from "#domain/rules/video-link.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { HostedVideo } from "./hosted-video.tsx";

// Another site's player is only fetched for an item that has a video there.
const EmbeddedVideo = lazy(() => import("./embedded-video.tsx").then((module) => ({ default: module.EmbeddedVideo })));

type VideoPlayerProps = {
  video: VideoLink;
  title: string;
  listener: PlaybackListener | null;
  renewPass: () => Promise<void>;
};

export function VideoPlayer({ video, title, listener, renewPass }: VideoPlayerProps) {
  return (
    <div className="relative aspect-video overflow-hidden rounded-card border border-line bg-black">
      {video.provider === "hosted" ? (
        <HostedVideo filename={video.ref} title={title} listener={listener} renewPass={renewPass} />
      ) : (
        <Suspense fallback={<Spinner className="absolute inset-0 m-auto size-9 text-bolt" />}>
          <EmbeddedVideo video={video} title={title} listener={listener} />
        </Suspense>
      )}
    </div>
  );
}
