import type { Page } from "@playwright/test";

/**
 * Plays YouTube's embedded player as its script was read: it gets "listening" once loaded, answers with its whole state
 * and `onReady`, then obeys commands and reports on a two-minute clip that plays, seeks, and ends.
 */
function standIn(): void {
  const [ENDED, PLAYING, PAUSED, CUED] = [0, 1, 2, 5];
  const parameters = new URLSearchParams(location.search);
  const page = parameters.get("origin") ?? "";
  const state = { playerState: CUED, position: 0, since: 0, playbackRate: 1, volume: 40, muted: false };
  const listened = new Set<string>();
  let isReady = false;
  let isAsked = false;
  setTimeout(() => {
    isReady = true;
  }, 300);
  const post = (event: string, info: unknown) =>
    window.parent.postMessage(JSON.stringify({ event, info, id: 1, channel: "widget" }), page);
  const currentTime = () => {
    const played = state.playerState === PLAYING ? ((Date.now() - state.since) / 1000) * state.playbackRate : 0;
    return Math.min(120, state.position + played);
  };
  const about = () => ({ currentTime: currentTime(), duration: 120, videoLoadedFraction: 0.5 });
  const enter = (playerState: number, position = currentTime()) => {
    Object.assign(state, { playerState, position, since: Date.now() });
    post("infoDelivery", { ...about(), playerState });
    if (listened.has("onStateChange")) post("onStateChange", playerState);
  };
  const methods: Record<string, (value: never) => unknown> = {
    addEventListener: (name: string) => listened.add(name),
    playVideo: () => enter(PLAYING),
    pauseVideo: () => enter(PAUSED),
    // Like theirs: a seek starts a video that hasn't started.
    seekTo: (seconds: number) => enter(state.playerState === PAUSED ? PAUSED : PLAYING, seconds),
    setVolume: (volume: number) => post("infoDelivery", Object.assign(state, { volume })),
    mute: () => post("infoDelivery", Object.assign(state, { muted: true })),
    unMute: () => post("infoDelivery", Object.assign(state, { muted: false })),
    setPlaybackRate: (playbackRate: number) => {
      Object.assign(state, { position: currentTime(), since: Date.now(), playbackRate });
      post("infoDelivery", { playbackRate });
    },
  };
  window.addEventListener("message", ({ data, origin, source }) => {
    if (origin !== page || source !== window.parent || parameters.get("enablejsapi") !== "1") return;
    const message = JSON.parse(data);
    if (message.event === "command") return methods[message.func]?.(message.args[0] as never);
    if (message.event !== "listening" || !isReady || isAsked) return;
    isAsked = true;
    post("initialDelivery", { ...state, ...about() });
    post("onReady", null);
  });
  setInterval(() => {
    if (state.playerState !== PLAYING) return;
    if (currentTime() === 120) enter(ENDED);
    else post("infoDelivery", about());
  }, 250);
}

export const YOUTUBE_PLAYERS = "https://www.youtube-nocookie.com/embed/**";

/** Replaces YouTube, which journeys can't reach, inside the page that ours frames. It plays only with a referrer. */
export async function standInForYouTube(page: Page): Promise<void> {
  await page.route(YOUTUBE_PLAYERS, async (route) => {
    const referrer = (await route.request().headerValue("referer")) ?? "";
    const script = referrer === "" ? "" : `(${standIn})()`;
    await route.fulfill({ contentType: "text/html", body: `<title>A video</title><script>${script}</script>` });
  });
}
