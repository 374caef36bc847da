import { useCallback, useEffect, useRef, useState } from "react";

export type MediaTrouble = "unauthorized" | "missing" | "unreachable";

type MediaCondition = { status: "fine" } | { status: "recovering" } | { status: "failed"; trouble: MediaTrouble };

/** Why a medium does not play: a media element hides the status of its request, so one byte is asked for again. */
async function probe(src: string): Promise<MediaTrouble> {
  try {
    const { status } = await fetch(src, { headers: { Range: "bytes=0-0" }, cache: "no-store" });
    if (status === 401 || status === 403) return "unauthorized";
    return status === 404 ? "missing" : "unreachable";
  } catch {
    return "unreachable";
  }
}

/** Loads the source again and goes on where it stopped. */
function reload(media: HTMLMediaElement, position: number, isPlaying: boolean): void {
  const onMetadata = () => {
    media.currentTime = position;
    if (isPlaying) media.play().catch(() => undefined);
  };
  media.addEventListener("loadedmetadata", onMetadata, { once: true });
  media.load();
}

/**
 * Watches a medium for errors. A pass that ran out is renewed once, without the member noticing more than a pause;
 * anything else, or a second refusal in a row, is shown with a way to retry.
 */
export function useMediaRecovery(media: HTMLMediaElement | null, src: string, renewPass: () => Promise<void>) {
  const [condition, setCondition] = useState<MediaCondition>({ status: "fine" });
  const stoppedAt = useRef({ position: 0, isPlaying: false });
  const isWanted = useRef(false);
  const hasRenewed = useRef(false);

  useEffect(() => {
    if (media === null) return;
    const onError = async () => {
      stoppedAt.current = { position: media.currentTime || stoppedAt.current.position, isPlaying: isWanted.current };
      setCondition({ status: "recovering" });
      const trouble = await probe(src);
      if (trouble !== "unauthorized" || hasRenewed.current) return setCondition({ status: "failed", trouble });
      hasRenewed.current = true;
      await renewPass();
      reload(media, stoppedAt.current.position, stoppedAt.current.isPlaying);
    };
    const onFine = () => {
      hasRenewed.current = false;
      setCondition({ status: "fine" });
    };
    const onPlay = () => {
      isWanted.current = true;
    };
    const onPause = () => {
      // Chromium pauses a medium that fails; that is not the member's wish.
      if (media.error === null) isWanted.current = false;
    };
    media.addEventListener("play", onPlay);
    media.addEventListener("pause", onPause);
    media.addEventListener("error", onError);
    media.addEventListener("canplay", onFine);
    return () => {
      media.removeEventListener("play", onPlay);
      media.removeEventListener("pause", onPause);
      media.removeEventListener("error", onError);
      media.removeEventListener("canplay", onFine);
    };
  }, [media, src, renewPass]);

  const retry = useCallback(() => {
    if (media === null) return;
    hasRenewed.current = false;
    setCondition({ status: "recovering" });
    reload(media, stoppedAt.current.position, true);
  }, [media]);

  return { condition, retry };
}
