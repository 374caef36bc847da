import { useEffect } from "react";

export type MediaTrouble = "unauthorized" | "missing" | "unreachable";

export type MediaCondition =
  | { status: "fine" }
  | { status: "recovering" }
  | { status: "failed"; trouble: MediaTrouble; retry: () => void };

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

type Recovery = { renewPass: () => Promise<void>; onCondition: (condition: MediaCondition) => void };

/**
 * Watches a medium for errors. A pass that ran out is renewed once, without the member noticing more than a pause;
 * anything else, or a second refusal in a row, is told of with a way to retry.
 */
export function useMediaRecovery(media: HTMLMediaElement | null, src: string, { renewPass, onCondition }: Recovery) {
  useEffect(() => {
    if (media === null) return;
    let stoppedAt = 0;
    let isWanted = !media.paused;
    let hasRenewed = false;
    const retry = () => {
      hasRenewed = false;
      onCondition({ status: "recovering" });
      reload(media, stoppedAt, true);
    };
    const onError = async () => {
      const wasWanted = isWanted;
      stoppedAt = media.currentTime || stoppedAt;
      onCondition({ status: "recovering" });
      const trouble = await probe(src);
      if (trouble !== "unauthorized" || hasRenewed) return onCondition({ status: "failed", trouble, retry });
      hasRenewed = true;
      await renewPass();
      reload(media, stoppedAt, wasWanted);
    };
    const onFine = () => {
      hasRenewed = false;
      onCondition({ status: "fine" });
    };
    const onPlay = () => {
      isWanted = true;
    };
    const onPause = () => {
      // Chromium pauses a medium that fails; that is not the member's wish.
      if (media.error === null) isWanted = false;
    };
    media.addEventListener("play", onPlay);
    media.addEventListener("pause", onPause);
    media.addEventListener("error", onError);
    media.addEventListener("canplay", onFine);
    // What failed before anybody watched is not told of again.
    if (media.error) void onError();
    return () => {
      media.removeEventListener("play", onPlay);
      media.removeEventListener("pause", onPause);
      media.removeEventListener("error", onError);
      media.removeEventListener("canplay", onFine);
    };
  }, [media, src, renewPass, onCondition]);
}
