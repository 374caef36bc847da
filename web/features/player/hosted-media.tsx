import { useCallback, useState } from "react";
import { MediaFailure } from "./media-failure.tsx";
import { type MediaCondition, useMediaRecovery } from "./use-media-recovery.ts";

export type StageMediaProps = {
  title: string;
  media: HTMLMediaElement | null;
  onMedia: (media: HTMLMediaElement | null) => void;
  /** Whether there is nothing to control, and words in its place. */
  onBroken: (isBroken: boolean) => void;
};

type HostedMediaProps = StageMediaProps & { filename: string; renewPass: () => Promise<void> };

/** A file of our own. */
export function HostedMedia({ filename, title, media, onMedia, onBroken, renewPass }: HostedMediaProps) {
  const src = `/video/${encodeURIComponent(filename)}`;
  const [condition, setCondition] = useState<MediaCondition>({ status: "fine" });
  const onCondition = useCallback(
    (next: MediaCondition) => {
      setCondition(next);
      onBroken(next.status === "failed");
    },
    [onBroken],
  );
  useMediaRecovery(media, src, { renewPass, onCondition });
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands as the transcript on the content page. */}
      <video
        slot="media"
        ref={onMedia}
        src={src}
        aria-label={title}
        playsInline
        preload="metadata"
        className="size-full"
      />
      {condition.status === "failed" && (
        <div slot="centered-chrome" className="pointer-events-auto m-4 bg-night">
          <MediaFailure trouble={condition.trouble} onRetry={condition.retry} />
        </div>
      )}
    </>
  );
}
