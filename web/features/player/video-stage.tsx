import "media-chrome/dist/media-controller.js";
import "media-chrome/dist/media-captions-button.js";
import "media-chrome/dist/media-control-bar.js";
import "media-chrome/dist/media-fullscreen-button.js";
import "media-chrome/dist/media-mute-button.js";
import "media-chrome/dist/media-pip-button.js";
import "media-chrome/dist/media-play-button.js";
import "media-chrome/dist/media-playback-rate-button.js";
import "media-chrome/dist/media-seek-backward-button.js";
import "media-chrome/dist/media-seek-forward-button.js";
import "media-chrome/dist/media-time-display.js";
import "media-chrome/dist/media-time-range.js";
import "media-chrome/dist/media-volume-range.js";
import { clsx } from "clsx";
import { Play } from "lucide-react";
import { addTranslation } from "media-chrome/dist/utils/i18n.js";
import { type ElementType, useCallback, useEffect, useRef, useState } from "react";
import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";
import { EmbeddedMedia } from "./embedded-media.tsx";
import { HostedMedia } from "./hosted-media.tsx";
import { TimeLeft } from "./play-icon.tsx";
import { applyPreferences, rememberPreference } from "./player-preferences.ts";
import { ResumedNotice } from "./resumed-notice.tsx";
import { SKIP_SECONDS } from "./use-media-session.ts";
import { useMediaState } from "./use-media-state.ts";
import { usePlaybackReports } from "./use-playback-reports.ts";
import { useResume } from "./use-resume.ts";
import type { VideoPlayerProps } from "./video-player.tsx";
import "./video-stage.css";

// "1.5x" stands on the button: whoever says that to the page means it.
addTranslation("en", { "Playback rate {playbackRate}": "Playback rate {playbackRate}x" });

/** A custom element of media-chrome as JSX; its attributes are documented there. */
function element(name: string): ElementType {
  return name as unknown as ElementType;
}
const Controller = element("media-controller");
const ControlBar = element("media-control-bar");
const PlayButton = element("media-play-button");
const BackButton = element("media-seek-backward-button");
const ForwardButton = element("media-seek-forward-button");
const TimeRange = element("media-time-range");
const TimeDisplay = element("media-time-display");
const MuteButton = element("media-mute-button");
const VolumeRange = element("media-volume-range");
const RateButton = element("media-playback-rate-button");
const PipButton = element("media-pip-button");
const CaptionsButton = element("media-captions-button");
const FullscreenButton = element("media-fullscreen-button");

/** The video and our controls over it, whichever element plays it. */
export function VideoStage({ frame, ...props }: VideoPlayerProps & { frame: string }) {
  const {
    video,
    title,
    duration,
    takesFocus,
    listener,
    resumePoint,
    onStartOver,
    renewPass,
    mediaRef,
    poster,
    captions,
  } = props;
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const onMedia = useCallback(
    (element: HTMLMediaElement | null) => {
      setMedia(element);
      if (mediaRef) mediaRef.current = element;
    },
    [mediaRef],
  );
  const state = useMediaState(media);
  const button = useRef<HTMLButtonElement>(null);
  const isTakenUp = useResume(media, resumePoint, setResumedAt);
  usePlaybackReports(media, isTakenUp ? listener : null);
  usePreferences(media);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (media === null) return;
    const onPlay = () => setIsStarted(true);
    media.addEventListener("play", onPlay);
    return () => media.removeEventListener("play", onPlay);
  }, [media]);

  const startOver = () => {
    onStartOver?.();
    if (media !== null) media.currentTime = 0;
    setResumedAt(null);
  };
  const length = state.duration || (duration ?? 0);
  return (
    <div className="relative">
      <Controller class={clsx("video-stage relative block", frame)} aria-label={title}>
        {video.provider === "hosted" ? (
          <HostedMedia
            filename={video.ref}
            captions={captions}
            title={title}
            media={media}
            onMedia={onMedia}
            onBroken={setIsBroken}
            renewPass={renewPass}
          />
        ) : (
          <EmbeddedMedia video={video} title={title} media={media} onMedia={onMedia} onBroken={setIsBroken} />
        )}
        {poster !== null && !isStarted && <img slot="poster" src={poster} alt="" className="size-full object-cover" />}
        {!isStarted && !isBroken && (
          <button
            slot="centered-chrome"
            ref={button}
            type="button"
            onClick={() => void media?.play().catch(() => undefined)}
            aria-label="Play video"
            className="bolt-fill flex min-h-18 forced-colors:border items-center gap-3 rounded-full px-6 text-night shadow-[0_12px_48px_-10px_rgb(255_150_20/0.75)] transition hover:brightness-110 active:scale-98"
          >
            <Play aria-hidden="true" fill="currentColor" className="size-8" />
            {length > 0 && <TimeLeft seconds={length - state.position} />}
          </button>
        )}
        {!isBroken && (
          <div className={clsx("video-bars", !isStarted && "invisible")}>
            <ControlBar>
              <TimeRange />
              <TimeDisplay showduration notoggle />
            </ControlBar>
            <ControlBar>
              <PlayButton notooltip />
              <BackButton notooltip seekoffset={SKIP_SECONDS} />
              <ForwardButton notooltip seekoffset={SKIP_SECONDS} />
              <span className="flex-1" />
              <MuteButton notooltip />
              <VolumeRange class="max-sm:hidden" />
              {captions !== null && <CaptionsButton notooltip />}
              <RateButton notooltip rates={PLAYBACK_SPEEDS.join(" ")} />
              <PipButton notooltip />
              <FullscreenButton notooltip />
            </ControlBar>
          </div>
        )}
      </Controller>
      {resumedAt !== null && (
        <div className="absolute top-2 left-1/2 w-max max-w-full -translate-x-1/2 rounded-full bg-night/85 px-4 text-sm">
          <ResumedNotice seconds={resumedAt} onStartOver={startOver} />
        </div>
      )}
    </div>
  );
}

/** Volume and speed as chosen last; what is chosen here is remembered as well. */
function usePreferences(media: HTMLMediaElement | null): void {
  useEffect(() => {
    if (media === null) return;
    const onMetadata = () => applyPreferences(media);
    const onVolume = () => !media.muted && rememberPreference("volume", media.volume);
    const onRate = () => rememberPreference("speed", media.playbackRate);
    if (media.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata();
    media.addEventListener("loadedmetadata", onMetadata);
    media.addEventListener("volumechange", onVolume);
    media.addEventListener("ratechange", onRate);
    return () => {
      media.removeEventListener("loadedmetadata", onMetadata);
      media.removeEventListener("volumechange", onVolume);
      media.removeEventListener("ratechange", onRate);
    };
  }, [media]);
}
