import { ExternalLink } from "lucide-react";
import { createElement, useEffect, useState } from "react";
import { type VideoLink, videoAddress } from "#domain/rules/video-link.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { buttonClass, Spinner } from "../../ui/button.tsx";
import { usePlaybackReports } from "./use-playback-reports.ts";

const NAMES = { youtube: "YouTube", vimeo: "Vimeo" } as const;
/** A player that has not answered by then is taken for unreachable; it may still appear later. */
const PATIENCE_MS = 9_000;

const YOUTUBE_API = "https://www.youtube.com/iframe_api";

type YouTubeGlobals = { YT?: { Player?: unknown }; onYouTubeIframeAPIReady?: () => void };

/**
 * Loads YouTube's player script before the media element asks for it: the element would leave a failure as an unhandled
 * rejection, and the member in front of a blank frame.
 */
function loadYouTubeApi(): Promise<void> {
  const globals = window as YouTubeGlobals;
  if (globals.YT?.Player) return Promise.resolve();
  return new Promise((resolve, reject) => {
    globals.onYouTubeIframeAPIReady = resolve;
    const script = document.createElement("script");
    script.src = YOUTUBE_API;
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("YouTube's player script did not load"));
    });
    document.head.append(script);
  });
}

async function definePlayer(provider: "youtube" | "vimeo"): Promise<void> {
  if (!navigator.onLine) throw new Error("offline");
  if (provider === "vimeo") await import("vimeo-video-element");
  else await Promise.all([loadYouTubeApi(), import("youtube-video-element")]);
}

function sourceOf(video: VideoLink): string {
  // The "-nocookie" host sets no cookie before the member presses play.
  return video.provider === "youtube"
    ? `https://www.youtube-nocookie.com/embed/${video.ref}`
    : (videoAddress(video) ?? "");
}

type EmbeddedVideoProps = { video: VideoLink; title: string; listener: PlaybackListener | null };
type Condition = "loading" | "ready" | "unreachable";

/** A YouTube or Vimeo player behind the interface of a media element. */
export function EmbeddedVideo({ video, title, listener }: EmbeddedVideoProps) {
  const provider = video.provider === "vimeo" ? "vimeo" : "youtube";
  const [isDefined, setIsDefined] = useState(false);
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const [condition, setCondition] = useState<Condition>("loading");
  usePlaybackReports(media, listener);

  useEffect(() => {
    definePlayer(provider).then(
      () => setIsDefined(true),
      () => setCondition("unreachable"),
    );
  }, [provider]);

  useEffect(() => {
    if (media === null) return;
    const patience = setTimeout(() => setCondition((now) => (now === "loading" ? "unreachable" : now)), PATIENCE_MS);
    const nameFrame = () => media.shadowRoot?.querySelector("iframe")?.setAttribute("title", title);
    const onReady = () => {
      nameFrame();
      setCondition("ready");
    };
    const onError = () => setCondition("unreachable");
    media.addEventListener("loadedmetadata", onReady);
    media.addEventListener("error", onError);
    return () => {
      clearTimeout(patience);
      media.removeEventListener("loadedmetadata", onReady);
      media.removeEventListener("error", onError);
    };
  }, [media, title]);

  return (
    <>
      {isDefined &&
        createElement(`${provider}-video`, {
          ref: setMedia,
          src: sourceOf(video),
          controls: true,
          playsinline: true,
          title,
          style: {
            width: "100%",
            height: "100%",
            display: "block",
            visibility: condition === "ready" ? "visible" : "hidden",
          },
        })}
      {condition === "loading" && <Spinner className="pointer-events-none absolute inset-0 m-auto size-9 text-bolt" />}
      {condition === "unreachable" && (
        <div
          role="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center"
        >
          <p className="max-w-xs text-muted">The video player of {NAMES[provider]} could not be loaded here.</p>
          <a
            href={videoAddress(video) ?? undefined}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("secondary", "sm")}
          >
            Watch on {NAMES[provider]}
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        </div>
      )}
    </>
  );
}
