import { lazy, Suspense, useState } from "react";
import type { VideoLink } from "#domain/rules/video-link.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { Spinner } from "../../ui/button.tsx";
import { MediaFailure } from "./media-failure.tsx";
import { type MediaCondition, useMediaRecovery } from "./use-media-recovery.ts";
import { usePlaybackReports } from "./use-playback-reports.ts";

// Another site's player is only fetched for an item that has a video there.
const EmbeddedVideo = lazy(() => import("./embedded-video.tsx").then((module) => ({ default: module.EmbeddedVideo })));

type PlayerProps = { title: string; listener: PlaybackListener | null; renewPass: () => Promise<void> };

export function VideoPlayer({ video, ...player }: PlayerProps & { video: VideoLink }) {
  return (
    <div className="relative aspect-video overflow-hidden rounded-card border border-line bg-black">
      {video.provider === "hosted" ? (
        <HostedVideo filename={video.ref} {...player} />
      ) : (
        <Suspense fallback={<Spinner className="absolute inset-0 m-auto size-9 text-bolt" />}>
          <EmbeddedVideo video={video} title={player.title} listener={player.listener} />
        </Suspense>
      )}
    </div>
  );
}

/** A file of our own, with the browser's own controls. */
function HostedVideo({ filename, title, listener, renewPass }: PlayerProps & { filename: string }) {
  const src = `/video/${encodeURIComponent(filename)}`;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [condition, onCondition] = useState<MediaCondition>({ status: "fine" });
  useMediaRecovery(video, src, { renewPass, onCondition });
  usePlaybackReports(video, listener);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: there is no transcript to caption with. */}
      <video
        ref={setVideo}
        src={src}
        aria-label={title}
        controls
        playsInline
        preload="metadata"
        className="size-full"
      />
      {condition.status === "failed" && (
        <div className="absolute inset-0 grid place-content-center bg-night p-4">
          <MediaFailure trouble={condition.trouble} onRetry={condition.retry} />
        </div>
      )}
    </>
  );
}
