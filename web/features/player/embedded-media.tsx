import { ExternalLink, RotateCw } from "lucide-react";
import { createElement, useEffect, useState } from "react";
import { type VideoLink, videoAddress } from "#domain/rules/video-link.ts";
import { listen } from "../../lib/listen.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { Button, buttonClass, Spinner } from "../../ui/button.tsx";
import { ALWAYS_SHOWN, type StageMediaProps } from "./hosted-media.tsx";

const NAMES = { youtube: "YouTube", vimeo: "Vimeo" } as const;
/** A player that hasn't answered by then counts as unreachable; it may still appear later. */
const PATIENCE_MS = 9_000;

/** The first try doesn't use `loadChunk`, which may reload the page while audio is playing. */
async function defineElement(provider: keyof typeof NAMES, isRetried: boolean): Promise<void> {
  if (!navigator.onLine) throw new Error("offline");
  const load = isRetried ? loadChunk : <Module,>(importIt: () => Promise<Module>) => importIt();
  if (provider === "vimeo") await load(() => import("vimeo-video-element"));
  else (await load(() => import("./framed-video.ts"))).defineFramedVideo();
}

type EmbeddedMediaProps = StageMediaProps & { video: VideoLink; onRetry: () => void };

export function EmbeddedMedia({ onRetry, ...props }: EmbeddedMediaProps) {
  // A failed player can't recover, so retrying mounts a new one.
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    setAttempt(attempt + 1);
    onRetry();
  };
  return <Embed key={attempt} {...props} isRetried={attempt > 0} onRetry={retry} />;
}

function Embed({ video, title, isRetried, onRetry, ...stage }: EmbeddedMediaProps & { isRetried: boolean }) {
  const { media, onMedia, onBroken } = stage;
  const provider = video.provider === "vimeo" ? "vimeo" : "youtube";
  const [isDefined, setIsDefined] = useState(false);
  const [condition, setCondition] = useState<"loading" | "ready" | "unreachable">("loading");

  useEffect(() => {
    defineElement(provider, isRetried).then(
      () => setIsDefined(true),
      () => setCondition("unreachable"),
    );
  }, [provider, isRetried]);
  useEffect(() => onBroken(condition !== "ready"), [condition, onBroken]);

  useEffect(() => {
    if (media === null) return;
    const patience = setTimeout(() => setCondition((now) => (now === "loading" ? "unreachable" : now)), PATIENCE_MS);
    const onReady = () => {
      // Vimeo's iframe is in the element's shadow root and has no title of its own.
      media.shadowRoot?.querySelector("iframe")?.setAttribute("title", title);
      setCondition("ready");
    };
    const stopListening = listen(media, { loadedmetadata: onReady, error: () => setCondition("unreachable") });
    return () => {
      clearTimeout(patience);
      stopListening();
    };
  }, [media, title]);

  return (
    <>
      {isDefined &&
        createElement(provider === "vimeo" ? "vimeo-video" : "framed-video", {
          slot: "media",
          ref: onMedia,
          ...(provider === "vimeo" ? { src: videoAddress(video) } : { "video-id": video.ref }),
          playsinline: "",
          title,
          style: { visibility: condition === "ready" ? "visible" : "hidden" },
        })}
      {condition === "loading" && (
        <span slot="centered-chrome" {...ALWAYS_SHOWN} className="rounded-xl bg-night/90 p-3">
          <Spinner className="size-9 text-bolt" />
        </span>
      )}
      {condition === "unreachable" && (
        <div
          slot="centered-chrome"
          {...ALWAYS_SHOWN}
          role="status"
          className="pointer-events-auto m-2 grid place-content-center justify-items-center gap-2 rounded-xl bg-night/90 p-3 text-center leading-normal sm:gap-3 sm:p-5"
        >
          <p className="max-w-xs text-muted">The {NAMES[provider]} player didn't load.</p>
          <div className="flex flex-wrap justify-center gap-2">
            <Button icon={RotateCw} variant="secondary" size="sm" onClick={onRetry}>
              Try again
            </Button>
            <a
              href={videoAddress(video) ?? undefined}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("ghost", "sm")}
            >
              Watch on {NAMES[provider]}
              <ExternalLink className="size-4" />
            </a>
          </div>
        </div>
      )}
    </>
  );
}
