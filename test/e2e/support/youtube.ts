import type { Page } from "@playwright/test";

/**
 * What YouTube's framed player does, as far as its script was read: it hears "listening" once it is there, answers with all that it
 * knows and `onReady`, and from then on obeys commands and tells of a clip of two minutes that plays, seeks and ends.
 */
function standIn(): void {
  const [ENDED, PLAYING, PAUSED, CUED] = [0, 1, 2, 5];
  const parameters = new URLSearchParams(location.search);
  const page = parameters.get("origin") ?? "";
  const state = { playerState: CUED, position: 0, since: 0, playbackRate: 1, volume: 40, muted: false };
  const heard = new Set<string>();
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
    if (heard.has("onStateChange")) post("onStateChange", playerState);
  };
  const methods: Record<string, (value: never) => unknown> = {
    addEventListener: (name: string) => heard.add(name),
    playVideo: () => enter(PLAYING),
    pauseVideo: () => enter(PAUSED),
    // As theirs does: a seek begins what has not begun.
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

/** The address of YouTube's players. */
export const YOUTUBE_PLAYERS = "https://www.youtube-nocookie.com/embed/**";

/** Stands in for YouTube, which journeys cannot reach: for the page that ours frames. It plays for who says who they are alone. */
export async function standInForYouTube(page: Page): Promise<void> {
  await page.route(YOUTUBE_PLAYERS, async (route) => {
    const referrer = (await route.request().headerValue("referer")) ?? "";
    const script = referrer === "" ? "" : `(${standIn})()`;
    await route.fulfill({ contentType: "text/html", body: `<title>A video</title><script>${script}</script>` });
  });
}
