import { clsx } from "clsx";
import { useAtomValue, useSetAtom } from "jotai";
import { type LucideIcon, RotateCcw, RotateCw, X } from "lucide-react";
import { Link } from "react-router";
import { Artwork } from "../../brand/artwork.tsx";
import { dockedActionAtom } from "../../brand/dock.tsx";
import { offlineAtom } from "../../lib/offline.atoms.ts";
import { IconButton } from "../../ui/button.tsx";
import { formatLength, formatPosition, SKIP_SECONDS } from "./media-time.ts";
import { PlayIcon } from "./play-icon.tsx";
import {
  audioAtom,
  audioConditionAtom,
  closePlayerAtom,
  playTrackAtom,
  queueAtom,
  type Track,
} from "./player.atoms.ts";
import { SkipButton } from "./player-face.tsx";
import { skip } from "./use-media-session.ts";
import { useMediaState } from "./use-media-state.ts";

/** Next to a page's action, only the picture, Play, and Close fit; a line above says what plays. */
export function MiniPlayer({ track }: { track: Track }) {
  const isBesideAction = useAtomValue(dockedActionAtom) !== null;
  const audio = useAtomValue(audioAtom);
  const condition = useAtomValue(audioConditionAtom);
  const play = useSetAtom(playTrackAtom);
  const close = useSetAtom(closePlayerAtom);
  const state = useMediaState(audio);
  // Without a connection, only what has loaded plays.
  const hasLoaded = audio !== null && audio.readyState >= audio.HAVE_FUTURE_DATA;
  const isStuck = useAtomValue(offlineAtom) && !state.isPlaying && !hasLoaded;
  const trouble = isStuck ? "Needs a connection" : condition.status === "failed" && "Stopped loading";
  const queue = useAtomValue(queueAtom);
  const duration = state.duration || (track.duration ?? 0);
  const isBusy = condition.status === "recovering" || (state.isPlaying && state.isWaiting);
  const toggle = () => {
    if (condition.status === "failed") condition.retry();
    else if (state.isPlaying) audio?.pause();
    else void play(track);
  };
  const skipButton = (name: string, icon: LucideIcon, seconds: number) =>
    !isBesideAction && (
      <SkipButton
        name={name}
        icon={icon}
        className="max-[22.5rem]:hidden"
        onClick={() => audio && skip(audio, seconds)}
      />
    );
  const words = (
    <span className={isBesideAction ? "flex w-full items-center gap-2 border-line border-t px-4 py-1" : "grid min-w-0"}>
      <span
        className={clsx(
          "font-bold semi-wide group-hover:text-bolt text-sm leading-tight sm:text-base",
          isBesideAction ? "truncate" : "line-clamp-2",
        )}
      >
        {isBesideAction && queue && `${queue.place + 1} of ${queue.tracks.length} · `}
        {track.title}
      </span>
      <span className="shrink-0 truncate text-xs text-muted tabular-nums">
        {trouble || `${formatPosition(state.position, duration)} / ${formatLength(duration)}`}
      </span>
    </span>
  );
  return (
    <section
      aria-label="Now playing"
      className={clsx(
        isBesideAction ? "contents" : "min-w-0 flex-auto border-line border-t",
        queue && "lg:w-1/2 lg:pl-[calc(50vw-var(--container-7xl)/2)]",
      )}
    >
      {isBesideAction && words}
      <div
        className={clsx(
          "flex items-center pl-3",
          isBesideAction ? "flex-auto border-line border-t" : "mx-auto max-w-7xl gap-1 py-1.5 pr-1 sm:gap-2 sm:px-8",
        )}
      >
        <Link
          to={track.href}
          aria-label={isBesideAction ? track.title : undefined}
          className="group mr-1 flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-lg"
        >
          <Artwork
            date={track.date}
            own={track.artworkFilename}
            className={clsx(
              "size-11 shrink-0 rounded-md sm:aspect-video sm:w-auto",
              !isBesideAction && "max-[22.5rem]:hidden",
            )}
          />
          {!isBesideAction && words}
        </Link>
        {skipButton("Back", RotateCcw, -SKIP_SECONDS)}
        <button
          type="button"
          onClick={toggle}
          disabled={isStuck}
          aria-label={state.isPlaying ? "Pause" : "Play"}
          data-tooltip=""
          className="bolt-fill grid size-12 shrink-0 forced-colors:border place-items-center rounded-full text-night transition hover:brightness-110"
        >
          <PlayIcon isPlaying={state.isPlaying} isBusy={isBusy} className="size-5" />
        </button>
        {skipButton("Forward", RotateCw, SKIP_SECONDS)}
        {/* A queue's row has its own. */}
        {(!queue || isBesideAction) && (
          <IconButton
            icon={X}
            label="Close player"
            isSmall={isBesideAction}
            className="!border-transparent !bg-transparent"
            onClick={close}
          />
        )}
      </div>
      {/* As wide as the dock, whatever shares the row. */}
      <span
        aria-hidden="true"
        style={{ width: `${duration > 0 ? Math.min(100, (state.position / duration) * 100) : 0}%` }}
        className="absolute -top-px left-0 border-bolt border-t-3"
      />
    </section>
  );
}
