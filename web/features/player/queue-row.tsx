import { clsx } from "clsx";
import { getDefaultStore, useAtomValue, useSetAtom } from "jotai";
import { SkipBack, SkipForward, X } from "lucide-react";
import { contentPath } from "#domain/paths.ts";
import { dockedActionAtom } from "../../brand/dock.tsx";
import { parseJson } from "../../lib/parse-json.ts";
import { IconButton } from "../../ui/button.tsx";
import {
  audioAtom,
  closePlayerAtom,
  type ItemAudio,
  keepQueueAtom,
  loadAtom,
  loadedAtom,
  type Queue,
  queueAtom,
  queueText,
  type Track,
  trackAtom,
  trackOf,
} from "./player.atoms.ts";
import { moveAtom, parseQueue } from "./queue.atoms.ts";
import { useLockScreenMoves, useQueueEnd, useQueueMoves } from "./use-queue-moves.ts";

const MOST_QUEUED = 100;

const toTracks = (items: readonly ItemAudio[]): Track[] =>
  items
    .flatMap((item) => trackOf(item, contentPath(item.date), true) ?? [])
    .map((track) => ({ ...track, startsOver: true }));

type ReadMore = (most: number) => Promise<readonly ItemAudio[]>;

/** Makes a queue of the items with audio, whose first one already plays. `readMore` reads what follows them. */
export async function startQueue(shown: readonly ItemAudio[], readMore: ReadMore): Promise<void> {
  const { get, set } = getDefaultStore();
  const tracks = toTracks(shown).slice(0, MOST_QUEUED);
  // The member may have closed the player while this code loaded.
  if (get(trackAtom)?.date !== tracks[0]?.date) return;
  set(keepQueueAtom, { tracks, place: 0, failures: 0 });
  const more = await readMore(MOST_QUEUED - tracks.length).catch(() => []);
  const queue = get(queueAtom);
  // Unless it was ended or replaced meanwhile.
  if (queue?.tracks[0]?.date === tracks[0]?.date && queue?.tracks.length === tracks.length)
    set(keepQueueAtom, { ...queue, tracks: [...queue.tracks, ...toTracks(more)] });
}

/** Shows the queue of before a reload, paused where its session was. */
export function restoreQueue(): void {
  const { get, set } = getDefaultStore();
  const queue = parseQueue(parseJson(queueText.read()));
  const track = queue?.tracks[queue.place];
  const audio = get(audioAtom);
  if (!track || audio === null || get(loadedAtom)?.isStarted) return;
  set(queueAtom, queue);
  set(loadAtom, audio, track);
  set(loadedAtom, { track: { ...track, startsOver: false }, isStarted: true });
}

/** The queue's place, ways to its next and previous sessions, and its end. `isAlone`: without the mini-player, which ends with it. */
export function QueueRow({ track, queue, isAlone }: { track: Track; queue: Queue; isAlone: boolean }) {
  const keep = useSetAtom(keepQueueAtom);
  const move = useSetAtom(moveAtom);
  const close = useSetAtom(closePlayerAtom);
  const { tracks, place } = queue;
  const next = tracks[place + 1];
  // On a phone, the dock with a page's action has no room for it.
  const isFolded = useAtomValue(dockedActionAtom) !== null && !isAlone;
  const isOver = useQueueMoves(track, queue);
  useQueueEnd(tracks[place]?.date === track.date);
  useLockScreenMoves(place > 0, next !== undefined);
  const words = isOver ? "That was the last one." : next ? `Next: ${next.title}` : "The last one";
  return (
    <section
      aria-label="Queue"
      hidden={isFolded}
      className={clsx(
        "w-full border-line border-t",
        !isAlone && "lg:order-1 short:order-1 lg:w-1/2 lg:pr-[calc(50vw-var(--container-7xl)/2)] short:w-auto",
      )}
    >
      <div
        className={clsx("mx-auto flex h-full max-w-7xl items-center gap-1 pr-1 pl-3 sm:px-8", !isAlone && "short:pl-0")}
      >
        {/* On a wide screen, Previous and Next come first, beside the mini-player's buttons. */}
        <p role="status" className={clsx("min-w-0 flex-1 truncate text-muted text-sm", !isAlone && "lg:order-1")}>
          <strong className="text-ink tabular-nums">
            {place + 1} of {tracks.length}
          </strong>
          {/* On a phone in landscape, the row is the mini-player's, too. */}
          <span className={clsx(!isAlone && "short:hidden")}>{` · ${words}`}</span>
        </p>
        <IconButton
          {...LOOK}
          icon={SkipBack}
          label="Previous in queue"
          aria-disabled={place === 0}
          onClick={() => move(-1)}
        />
        <IconButton {...LOOK} icon={SkipForward} label="Next in queue" aria-disabled={!next} onClick={() => move(1)} />
        <IconButton
          {...LOOK}
          className={clsx(LOOK.className, !isAlone && "lg:order-1")}
          icon={X}
          label="End queue"
          onClick={isAlone ? () => keep(null) : close}
        />
      </div>
    </section>
  );
}

const LOOK = { isSmall: true, className: "!border-transparent !bg-transparent aria-disabled:opacity-45" };
