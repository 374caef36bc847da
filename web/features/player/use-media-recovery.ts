import { useEffect } from "react";
import { listen } from "../../lib/listen.ts";

export type MediaTrouble = "unauthorized" | "missing" | "unplayable" | "broken" | "unreachable";

export type MediaCondition =
  | { status: "fine" }
  | { status: "recovering" }
  | { status: "failed"; trouble: MediaTrouble; retry: () => void };

/** Why a medium doesn't play. Media elements hide the HTTP status, so this requests one byte again. */
async function probe(src: string, { error }: HTMLMediaElement): Promise<MediaTrouble> {
  try {
    const { status, ok } = await fetch(src, { headers: { Range: "bytes=0-0" }, cache: "no-store" });
    if (status === 401 || status === 403) return "unauthorized";
    if (status === 404) return "missing";
    if (!ok) return "broken";
    // The element can't decode it (3) or takes it for no medium (4), though the file is there.
    return error && error.code >= error.MEDIA_ERR_DECODE ? "unplayable" : "unreachable";
  } catch {
    return "unreachable";
  }
}

type Stop = { position: number; isPlaying: boolean };

/** Reloads the source and resumes where it stopped, unless the element has a new source by then. */
function reload(media: HTMLMediaElement, { position, isPlaying }: Stop, signal: AbortSignal): void {
  const onMetadata = () => {
    media.currentTime = position;
    if (isPlaying) media.play().catch(() => undefined);
  };
  media.addEventListener("loadedmetadata", onMetadata, { once: true, signal });
  media.load();
}

type Recovery = { renewPass: () => Promise<void>; onCondition: (condition: MediaCondition) => void };

/** Renews an expired pass once, with no more than a short pause. Reports any other failure, and a second refusal in a row. */
export function useMediaRecovery(media: HTMLMediaElement | null, src: string, { renewPass, onCondition }: Recovery) {
  useEffect(() => {
    if (media === null) return;
    // Ignore responses that arrive after the element has switched to another source.
    const watching = new AbortController();
    const { signal } = watching;
    let stoppedAt = 0;
    let isWanted = !media.paused;
    let hasRenewed = false;
    const retry = () => {
      hasRenewed = false;
      onCondition({ status: "recovering" });
      reload(media, { position: stoppedAt, isPlaying: true }, signal);
    };
    const onError = async () => {
      const wasWanted = isWanted;
      stoppedAt = media.currentTime || stoppedAt;
      onCondition({ status: "recovering" });
      const trouble = await probe(src, media);
      if (signal.aborted) return;
      if (trouble !== "unauthorized" || hasRenewed) return onCondition({ status: "failed", trouble, retry });
      hasRenewed = true;
      await renewPass();
      if (!signal.aborted) reload(media, { position: stoppedAt, isPlaying: wasWanted }, signal);
    };
    const onFine = () => {
      hasRenewed = false;
      onCondition({ status: "fine" });
    };
    const onPlay = () => {
      isWanted = true;
    };
    const onPause = () => {
      // Chromium pauses a medium that fails; the member didn't ask for that.
      if (media.error === null) isWanted = false;
    };
    const stopListening = listen(media, { play: onPlay, pause: onPause, error: onError, canplay: onFine });
    // The element doesn't repeat an error that occurred before we listened.
    if (media.error) void onError();
    return () => {
      stopListening();
      watching.abort();
    };
  }, [media, src, renewPass, onCondition]);
}
