import { useEffect } from "react";
import { BRAND } from "#domain/brand.ts";
import { ARTWORK_SIZE, artworkOf, SQUARE_SIZE, squareArtworkOf } from "#domain/rules/artwork.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { listen } from "../../lib/listen.ts";
import { SKIP_SECONDS } from "./media-time.ts";
import type { Track } from "./player.atoms.ts";

export function skip(media: HTMLMediaElement, seconds: number): void {
  const end = Number.isFinite(media.duration) ? media.duration : 0;
  media.currentTime = Math.max(0, Math.min(end, media.currentTime + seconds));
}

/** The medium that started last owns the lock screen's title and controls. */
let holder: HTMLMediaElement | null = null;

export function useMediaSession(
  media: HTMLMediaElement | null,
  { title, date, artworkFilename }: Pick<Track, "title" | "date" | "artworkFilename">,
): void {
  useEffect(() => {
    if (media === null || !("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => void media.play().catch(() => undefined),
      pause: () => media.pause(),
      seekbackward: ({ seekOffset }) => skip(media, -(seekOffset ?? SKIP_SECONDS)),
      seekforward: ({ seekOffset }) => skip(media, seekOffset ?? SKIP_SECONDS),
      seekto: ({ seekTime }) => {
        if (seekTime !== undefined) media.currentTime = seekTime;
      },
    };
    const setHandlers = () => {
      for (const [action, handler] of Object.entries(handlers)) setHandler(action as MediaSessionAction, handler);
    };
    const onPlay = () => {
      holder = media;
      const artwork = pictures(date, artworkFilename);
      session.metadata = new MediaMetadata({ title, artist: BRAND.name, album: formatLongDate(date), artwork });
      setHandlers();
    };
    const onChange = () => {
      if (holder !== media) return;
      session.playbackState = media.paused ? "paused" : "playing";
      const { duration, playbackRate, currentTime } = media;
      if (duration > 0 && Number.isFinite(duration)) {
        session.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
      }
    };
    const onEvent = ({ type }: Event) => {
      if (type === "play") onPlay();
      // After a call or another app's sound, some browsers have dropped them.
      if (type === "playing" && holder === media) setHandlers();
      onChange();
    };
    const events = ["play", "playing", "pause", "seeked", "ratechange", "durationchange"];
    const stopListening = listen(media, Object.fromEntries(events.map((name) => [name, onEvent])));
    if (!media.paused) onPlay();
    return () => {
      stopListening();
      if (holder !== media) return;
      holder = null;
      for (const action of Object.keys(handlers)) setHandler(action as MediaSessionAction, null);
      session.metadata = null;
    };
  }, [media, title, date, artworkFilename]);
}

/** The lock screen picks the best shape; most use a square. */
function pictures(date: string, own: string | null): MediaImage[] {
  // A custom picture exists in one size only.
  if (own !== null) return [{ src: artworkOf(date, own) }];
  const { width, height } = ARTWORK_SIZE;
  return [
    { src: squareArtworkOf(date), sizes: `${SQUARE_SIZE}x${SQUARE_SIZE}`, type: "image/jpeg" },
    { src: artworkOf(date), sizes: `${width}x${height}`, type: "image/jpeg" },
  ];
}

export function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // Browsers throw on actions they don't know.
  }
}
