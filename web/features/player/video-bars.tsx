import "media-chrome/dist/media-captions-button.js";
import "media-chrome/dist/media-control-bar.js";
import "media-chrome/dist/media-fullscreen-button.js";
import "media-chrome/dist/media-mute-button.js";
import "media-chrome/dist/media-pip-button.js";
import "media-chrome/dist/media-play-button.js";
import "media-chrome/dist/media-seek-backward-button.js";
import "media-chrome/dist/media-seek-forward-button.js";
import "media-chrome/dist/media-time-range.js";
import "media-chrome/dist/media-volume-range.js";
import { clsx } from "clsx";
import { RotateCcw, RotateCw } from "lucide-react";
import { addTranslation } from "media-chrome/dist/utils/i18n.js";
import type { ElementType, ReactNode, RefObject } from "react";
import { formatLength, formatPosition, SKIP_SECONDS } from "./media-time.ts";
import { SkipIcon } from "./play-icon.tsx";
import type { MediaState } from "./use-media-state.ts";

// Use the same names as our own buttons.
addTranslation("en", {
  play: "Play video",
  pause: "Pause video",
  mute: "Mute",
  unmute: "Unmute",
  "seek back {seekOffset} seconds": "Back {seekOffset} seconds",
  "seek forward {seekOffset} seconds": "Forward {seekOffset} seconds",
  "closed captions": "Captions",
  "enter fullscreen mode": "Full screen",
  "exit fullscreen mode": "Exit full screen",
  "enter picture in picture mode": "Picture in picture",
  "exit picture in picture mode": "Exit picture in picture",
});

/** A media-chrome custom element as a JSX component; media-chrome documents its attributes. */
export function customElement(name: string): ElementType {
  return name as unknown as ElementType;
}
const ControlBar = customElement("media-control-bar");
const PlayButton = customElement("media-play-button");
const BackButton = customElement("media-seek-backward-button");
const ForwardButton = customElement("media-seek-forward-button");
const TimeRange = customElement("media-time-range");
const MuteButton = customElement("media-mute-button");
const VolumeRange = customElement("media-volume-range");
const PipButton = customElement("media-pip-button");
const CaptionsButton = customElement("media-captions-button");
const FullscreenButton = customElement("media-fullscreen-button");

const ICON_BUTTON = { notooltip: true, "data-tooltip": "" };

type VideoBarsProps = {
  isStarted: boolean;
  /** Then the stage has the button to play it again. */
  hasEnded: boolean;
  state: Pick<MediaState, "position" | "duration">;
  hasCaptions: boolean;
  playButton: RefObject<HTMLElement | null>;
  /** The button for speed and sleep timer. */
  children: ReactNode;
};

/** The video's control bar. Controls that the element or the device doesn't support are hidden (video-stage.css). */
export function VideoBars({ isStarted, hasEnded, state, hasCaptions, playButton, children }: VideoBarsProps) {
  const { position, duration } = state;
  return (
    <div className={clsx("video-bars", !isStarted && !hasEnded && "invisible")}>
      <ControlBar>
        <TimeRange />
        <span className="self-center pr-3 text-sm tabular-nums">
          {formatPosition(hasEnded ? duration : position, duration)} / {formatLength(duration)}
        </span>
      </ControlBar>
      <ControlBar>
        <PlayButton ref={playButton} {...ICON_BUTTON} hidden={!isStarted} />
        <BackButton {...ICON_BUTTON} seekoffset={SKIP_SECONDS}>
          <SkipIcon slot="icon" icon={RotateCcw} />
        </BackButton>
        <ForwardButton {...ICON_BUTTON} seekoffset={SKIP_SECONDS}>
          <SkipIcon slot="icon" icon={RotateCw} />
        </ForwardButton>
        <span className="flex-1" />
        <MuteButton {...ICON_BUTTON} />
        <VolumeRange class="max-sm:hidden" />
        {hasCaptions && <CaptionsButton {...ICON_BUTTON} />}
        {children}
        <PipButton {...ICON_BUTTON} />
        <FullscreenButton {...ICON_BUTTON} />
      </ControlBar>
    </div>
  );
}
