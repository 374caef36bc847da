import { useCallback, useEffect, useState } from "react";
import { listen } from "../../lib/listen.ts";
import { MediaFailure } from "./media-failure.tsx";
import { PREFERENCES } from "./player-preferences.ts";
import { type MediaCondition, useMediaRecovery } from "./use-media-recovery.ts";

export type StageMediaProps = {
  title: string;
  media: HTMLMediaElement | null;
  onMedia: (media: HTMLMediaElement | null) => void;
  /** True while there is nothing to control, and an error is shown instead. */
  onBroken: (isBroken: boolean) => void;
};

/** media-chrome hides overlays while a video isn't paused, and one that never loaded doesn't count as paused. */
export const ALWAYS_SHOWN = { noautohide: "" };

type HostedMediaProps = StageMediaProps & { filename: string; captions: string | null; renewPass: () => Promise<void> };

/** Captions start on if they were on last time; the player's button toggles them. */
function Captions({ media, filename }: { media: HTMLMediaElement | null; filename: string }) {
  const [isOn] = useState(() => PREFERENCES.captions.read() === 1);
  useEffect(() => {
    const tracks = media?.textTracks;
    if (!tracks) return;
    const change = () => {
      PREFERENCES.captions.write([...tracks].some(({ mode }) => mode === "showing") ? 1 : 0);
    };
    return listen(tracks, { change });
  }, [media]);
  const src = `/video/${encodeURIComponent(filename)}`;
  return <track kind="captions" src={src} srcLang="en" label="English" default={isOn} />;
}

export function HostedMedia({ filename, captions, title, media, onMedia, onBroken, renewPass }: HostedMediaProps) {
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
      {/* biome-ignore lint/a11y/useMediaCaption: the content page has the spoken words as a transcript. */}
      <video
        slot="media"
        ref={onMedia}
        src={src}
        aria-label={title}
        playsInline
        preload="metadata"
        className="size-full"
      >
        {captions !== null && <Captions media={media} filename={captions} />}
      </video>
      {condition.status === "failed" && (
        <div slot="centered-chrome" {...ALWAYS_SHOWN} className="pointer-events-auto m-4 bg-night">
          <MediaFailure trouble={condition.trouble} onRetry={condition.retry} />
        </div>
      )}
    </>
  );
}
