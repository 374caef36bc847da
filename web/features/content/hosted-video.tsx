import { useState } from "react";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { MediaFailure } from "./media-failure.tsx";
import { useMediaRecovery } from "./use-media-recovery.ts";
import { usePlaybackReports } from "./use-playback-reports.ts";

type HostedVideoProps = {
  filename: string;
  title: string;
  listener: PlaybackListener | null;
  renewPass: () => Promise<void>;
};

/** A file of our own, with the browser's own controls. */
export function HostedVideo({ filename, title, listener, renewPass }: HostedVideoProps) {
  const src = `/video/${encodeURIComponent(filename)}`;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { condition, retry } = useMediaRecovery(video, src, renewPass);
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
          <MediaFailure trouble={condition.trouble} onRetry={retry} />
        </div>
      )}
    </>
  );
}
