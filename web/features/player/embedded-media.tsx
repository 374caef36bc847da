import { ExternalLink } from "lucide-react";
import { createElement, useEffect, useState } from "react";
import { youTubeFramePath } from "#domain/paths.ts";
import { type VideoLink, videoAddress } from "#domain/rules/video-link.ts";
import { buttonClass, Spinner } from "../../ui/button.tsx";
import type { StageMediaProps } from "./hosted-media.tsx";

const NAMES = { youtube: "YouTube", vimeo: "Vimeo" } as const;
/** A player that has not answered by then is taken for unreachable; it may still appear later. */
const PATIENCE_MS = 9_000;

async function defineElement(provider: keyof typeof NAMES): Promise<void> {
  if (!navigator.onLine) throw new Error("offline");
  if (provider === "vimeo") await import("vimeo-video-element");
  else (await import("./framed-video.ts")).defineFramedVideo();
}

type Condition = "loading" | "ready" | "unreachable";

/** A YouTube or Vimeo player behind the interface of a media element. */
export function EmbeddedMedia({ video, title, media, onMedia, onBroken }: StageMediaProps & { video: VideoLink }) {
  const provider = video.provider === "vimeo" ? "vimeo" : "youtube";
  const [isDefined, setIsDefined] = useState(false);
  const [condition, setCondition] = useState<Condition>("loading");

  useEffect(() => {
    defineElement(provider).then(
      () => setIsDefined(true),
      () => setCondition("unreachable"),
    );
  }, [provider]);
  useEffect(() => onBroken(condition !== "ready"), [condition, onBroken]);

  useEffect(() => {
    if (media === null) return;
    const patience = setTimeout(() => setCondition((now) => (now === "loading" ? "unreachable" : now)), PATIENCE_MS);
    const onReady = () => {
      // Vimeo's frame stands in its element's shadow and has no name by itself.
      media.shadowRoot?.querySelector("iframe")?.setAttribute("title", title);
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
        createElement(provider === "vimeo" ? "vimeo-video" : "framed-video", {
          slot: "media",
          ref: onMedia,
          src: provider === "vimeo" ? videoAddress(video) : youTubeFramePath(video.ref),
          playsinline: "",
          title,
          style: { visibility: condition === "ready" ? "visible" : "hidden" },
        })}
      {condition === "loading" && (
        <span slot="centered-chrome">
          <Spinner className="size-9 text-bolt" />
        </span>
      )}
      {condition === "unreachable" && (
        <div
          slot="centered-chrome"
          role="status"
          className="pointer-events-auto grid place-content-center justify-items-center gap-4 p-6 text-center"
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
