import "media-chrome/dist/media-controller.js";
import { clsx } from "clsx";
import { useSetAtom } from "jotai";
import { Play } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from "react";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { artworkOf } from "#domain/rules/artwork.ts";
import type { VideoLink } from "#domain/rules/video-link.ts";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener, ResumePoint } from "../../lib/playback-listener.ts";
import { showVideoAtom } from "./active-medium.atoms.ts";
import { EmbeddedMedia } from "./embedded-media.tsx";
import { HostedMedia } from "./hosted-media.tsx";
import { TimeLeft } from "./play-icon.tsx";
import { PlaybackButton } from "./playback-button.tsx";
import { applyPreferences, PREFERENCES } from "./player-preferences.ts";
import { ResumedNotice } from "./resumed-notice.tsx";
import { useMediaSession } from "./use-media-session.ts";
import { useMediaState, usePlaybackReports } from "./use-media-state.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useResume } from "./use-resume.ts";
import { useSleepTimer } from "./use-sleep-timer.ts";
import { useVideoStart } from "./use-video-start.ts";
import { customElement, VideoBars } from "./video-bars.tsx";
import "./video-stage.css";

const Controller = customElement("media-controller");

export type VideoStageProps = {
  frame: string;
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
};

export function VideoStage({ frame, ...props }: VideoStageProps) {
  const { video, item, takesFocus, listener, resumePoint, onStartOver, onSpeed, renewPass } = props;
  const { isShown = true } = props;
  const { title, captionsFilename: captions } = item;
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  // An embedded player reports when it is ready; until then, Play has nothing to start.
  const [isBroken, setIsBroken] = useState(video.provider !== "hosted");
  const [isRetried, setIsRetried] = useState(false);
  const stage = { title, media, onMedia: setMedia, onBroken: setIsBroken };
  const state = useMediaState(media);
  const { isStarted, hasEnded, button, playButton } = useVideoStart(media, (takesFocus || isRetried) && !isBroken);
  const isTakenUp = useResume(media, resumePoint, setResumedAt);
  usePlaybackReports(media, isTakenUp ? listener : null);
  usePreferences(media);
  useMediaSession(media, item);
  useSleepTimer();
  const showVideo = useSetAtom(showVideoAtom);
  useEffect(() => (media === null ? undefined : showVideo(media)), [media, showVideo]);
  const play = useCallback(() => void media?.play().catch(() => undefined), [media]);
  const keysOf = useMemo(() => (isShown ? { own: media, play, onSpeed } : null), [isShown, media, play, onSpeed]);
  usePlayerKeys(keysOf);
  const startOver = () => {
    onStartOver?.();
    if (media !== null) media.currentTime = 0;
    setResumedAt(null);
  };
  // Next to audio, the item's duration is the audio's.
  const length = state.duration || (item.audioFilename === null ? (item.duration ?? 0) : 0);
  return (
    <div className="relative">
      <Controller
        class={clsx("video-stage relative block", frame)}
        aria-label={title}
        nohotkeys
        onKeyDown={leaveToButton}
      >
        {video.provider === "hosted" ? (
          <HostedMedia {...stage} filename={video.ref} captions={captions} renewPass={renewPass} />
        ) : (
          <EmbeddedMedia {...stage} video={video} onRetry={() => setIsRetried(true)} />
        )}
        {!isStarted && (
          <img
            slot="poster"
            src={artworkOf(item.date, item.artworkFilename)}
            alt=""
            className="size-full object-cover"
          />
        )}
        {!isStarted && !isBroken && (
          <button
            slot="centered-chrome"
            ref={button}
            type="button"
            onClick={play}
            aria-label={hasEnded ? undefined : "Play video"}
            className={clsx(
              "flex items-center gap-3 rounded-full px-6 transition active:scale-98",
              hasEnded
                ? "mb-22 min-h-12 border border-control bg-raised text-lg font-extrabold wide hover:border-bolt"
                : "bolt-fill min-h-18 forced-colors:border text-night shadow-[0_12px_48px_-10px_rgb(255_150_20/75%)] hover:brightness-110",
            )}
          >
            {hasEnded ? "Play again" : <Play fill="currentColor" className="size-8" />}
            {!hasEnded && length > 0 && <TimeLeft seconds={length - state.position} />}
          </button>
        )}
        {!isBroken && (
          <VideoBars
            isStarted={isStarted}
            hasEnded={hasEnded}
            state={state}
            hasCaptions={!!captions}
            playButton={playButton}
          >
            <PlaybackButton rate={state.rate} onSpeed={onSpeed} className="min-w-11" />
          </VideoBars>
        )}
      </Controller>
      {resumedAt !== null && (
        <div className="absolute top-2 left-1/2 w-max max-w-full -translate-x-1/2 rounded-full bg-night/85 px-4 text-sm">
          <ResumedNotice seconds={resumedAt} onStartOver={startOver} onLeave={() => setResumedAt(null)} />
        </div>
      )}
    </div>
  );
}

/** Lets Space press the focused button without scrolling the page; preventing the default keeps it from the player's keys. */
function leaveToButton(event: KeyboardEvent): void {
  if (event.key === " " && event.target instanceof Element && event.target.closest("[role=button]")) {
    event.preventDefault();
  }
}

function usePreferences(media: HTMLMediaElement | null): void {
  useEffect(() => {
    if (media === null) return;
    const onMetadata = () => applyPreferences(media);
    const onVolume = () => !media.muted && PREFERENCES.volume.write(media.volume);
    if (media.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata();
    return listen(media, { loadedmetadata: onMetadata, volumechange: onVolume });
  }, [media]);
}
