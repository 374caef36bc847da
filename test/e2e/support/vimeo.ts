import type { Page } from "@playwright/test";

/**
 * Plays Vimeo's frame as its player documentation and script describe it: methods and events as messages, for a
 * two-minute clip that plays, seeks, and reports its states. Our page runs the real element and Vimeo's real script.
 */
function standIn(): void {
  const events = new Set<string>();
  const state = { position: 0, rate: 1, volume: 1, muted: false, isPlaying: false, since: 0 };
  const post = (message: object) => window.parent.postMessage(JSON.stringify(message), "*");
  const emit = (event: string, data: object = {}) => events.has(event) && post({ event, data });
  const now = () => {
    const played = state.isPlaying ? ((Date.now() - state.since) / 1000) * state.rate : 0;
    return Math.min(120, state.position + played);
  };
  const place = () => ({ seconds: now(), percent: now() / 120, duration: 120 });
  /** Restarts the count from here, so that earlier playback keeps its own rate. */
  const mark = (position = now()) => Object.assign(state, { position, since: Date.now() });
  const setPlaying = (isPlaying: boolean) => {
    if (state.isPlaying === isPlaying) return;
    mark();
    state.isPlaying = isPlaying;
    emit(isPlaying ? "play" : "pause", place());
    if (isPlaying) emit("playing", place());
  };
  const methods: Record<string, (value: never) => unknown> = {
    ping: () => undefined,
    addEventListener: (name: string) => {
      events.add(name);
      if (name === "loaded") setTimeout(() => emit("loaded", { id: 76_979_871 }), 50);
    },
    removeEventListener: (name: string) => events.delete(name),
    play: () => setPlaying(true),
    pause: () => setPlaying(false),
    getMuted: () => state.muted,
    setMuted: (muted: boolean) => {
      state.muted = muted;
      emit("volumechange", { volume: state.volume, muted });
      return muted;
    },
    getVolume: () => state.volume,
    setVolume: (volume: number) => {
      state.volume = volume;
      emit("volumechange", { volume, muted: state.muted });
      return volume;
    },
    getDuration: () => 120,
    getCurrentTime: now,
    setCurrentTime: (seconds: number) => {
      emit("seeking", place());
      mark(seconds);
      emit("timeupdate", place());
      emit("seeked", place());
      return seconds;
    },
    setPlaybackRate: (playbackRate: number) => {
      mark();
      state.rate = playbackRate;
      emit("playbackratechange", { playbackRate });
      emit("ratechange", { playbackRate });
      return playbackRate;
    },
    getTextTracks: () => [],
  };
  window.addEventListener("message", ({ data }: MessageEvent<{ method: string; value?: unknown }>) => {
    const run = methods[data.method];
    // The script sends a method's arguments as a list, and a value to set as is.
    const value = Array.isArray(data.value) ? data.value[0] : data.value;
    if (run) post({ method: data.method, value: run(value as never) });
  });
  setInterval(() => state.isPlaying && emit("timeupdate", place()), 200);
  post({ event: "ready" });
}

/** Replaces Vimeo, which journeys can't reach. */
export async function standInForVimeo(page: Page): Promise<void> {
  await page.route("https://player.vimeo.com/video/**", (route) =>
    route.fulfill({ contentType: "text/html", body: `<title>A video</title><script>(${standIn})()</script>` }),
  );
}
