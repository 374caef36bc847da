import { clsx } from "clsx";
import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { pauseAllAtom } from "./active-medium.atoms.ts";

type ShownMedium = "audio" | "video";

type MediaStageProps = {
  item: Pick<ContentItem, "date" | "artworkFilename">;
  shown: ShownMedium;
  onShow: (medium: ShownMedium) => void;
  audio: ReactNode;
  video: ReactNode;
};

const WAYS = [
  { medium: "audio", name: "Audio Power Session" },
  { medium: "video", name: "Video Power Session" },
] as const;

/** Which medium the stage shows: audio first. */
export function useShownMedium({ audioFilename }: Pick<ContentItem, "audioFilename">) {
  return useState<ShownMedium>(audioFilename === null ? "video" : "audio");
}

/** One picture and one bar for all media of a day. A medium that was shown stays in place, so it keeps its position. */
export function MediaStage({ item, shown, onShow, audio, video }: MediaStageProps) {
  const pauseAll = useSetAtom(pauseAllAtom);
  const picture = { date: item.date, own: item.artworkFilename, isLargest: true };
  // Next to audio, the video loads only once someone wants to watch.
  const [isVideoOpened, setIsVideoOpened] = useState(false);
  if (shown === "video" && !isVideoOpened) setIsVideoOpened(true);
  if (!audio && !video) return <Artwork {...picture} className="aspect-video w-full rounded-card border border-line" />;
  const show = (medium: ShownMedium) => {
    // Whatever kept playing would have no visible controls.
    if (medium !== shown) pauseAll();
    onShow(medium);
  };
  return (
    <section aria-labelledby="stage-heading" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-8 items-center">
        {/* The switch shows the names. */}
        <h2 id="stage-heading" className={audio && video ? "sr-only" : "text-base sm:text-xl short:text-base"}>
          {WAYS.find(({ medium }) => medium === shown)?.name}
        </h2>
        {audio && video && (
          <fieldset aria-label="Medium" className="grid grow grid-cols-2 rounded-full border border-control">
            {WAYS.map(({ medium, name }) => (
              <button
                key={medium}
                type="button"
                aria-pressed={medium === shown}
                onClick={() => show(medium)}
                className="min-h-11 rounded-full px-2 text-xs sm:text-sm font-bold semi-wide text-muted hover:text-ink aria-pressed:bolt-fill aria-pressed:text-night"
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {audio && (
        <div
          className={clsx(
            "relative overflow-hidden rounded-card border border-line bg-panel",
            shown !== "audio" && "hidden",
          )}
        >
          <Artwork {...picture} className="aspect-video w-full max-lg:short:hidden max-[22.5rem]:aspect-2/1" />
          {/* Play overlaps the picture, so that it stays within a phone's first 400 px. */}
          <div className="relative -mt-13 px-4 pb-4 max-lg:short:mt-4 lg:absolute lg:inset-x-0 lg:bottom-0 lg:px-8 lg:[background:linear-gradient(transparent,#08080be6_40%,#08080b_60%)]">
            {audio}
          </div>
        </div>
      )}
      {video && isVideoOpened && <div className={clsx(shown !== "video" && "hidden")}>{video}</div>}
    </section>
  );
}
