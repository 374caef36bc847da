import type { Page } from "@playwright/test";

/**
 * What YouTube's script gives a page, as far as its documentation and youtube-video-element go: a player of a clip of two
 * minutes that plays, seeks and tells of its states.
 */
function standIn(): void {
  const PlayerState = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 };
  class Player {
    state = PlayerState.CUED;
    position = 0;
    rate = 1;
    volume = 100;
    isMutedNow = false;
    since = 0;
    listeners = new Map<string, ((event: { data: number }) => void)[]>();
    constructor(_frame: HTMLIFrameElement, { events }: { events: { onReady: () => void } }) {
      setTimeout(() => events.onReady());
    }
    addEventListener(name: string, listener: (event: { data: number }) => void) {
      this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
    }
    tell(name: string, data: number) {
      for (const listener of this.listeners.get(name) ?? []) listener({ data });
    }
    enter(state: number) {
      this.position = this.getCurrentTime();
      this.state = state;
      this.since = Date.now();
      this.tell("onStateChange", state);
    }
    playVideo() {
      this.enter(PlayerState.PLAYING);
    }
    pauseVideo() {
      this.enter(PlayerState.PAUSED);
    }
    seekTo(seconds: number) {
      this.position = seconds;
      this.since = Date.now();
      this.tell("onStateChange", this.state);
    }
    getCurrentTime() {
      const heard = this.state === PlayerState.PLAYING ? ((Date.now() - this.since) / 1000) * this.rate : 0;
      return Math.min(120, this.position + heard);
    }
    getPlayerState() {
      return this.state;
    }
    getDuration() {
      return 120;
    }
    getVideoLoadedFraction() {
      return 0.5;
    }
    setPlaybackRate(rate: number) {
      this.rate = rate;
      this.tell("onPlaybackRateChange", rate);
    }
    getPlaybackRate() {
      return this.rate;
    }
    setVolume(volume: number) {
      this.volume = volume;
    }
    getVolume() {
      return this.volume;
    }
    mute() {
      this.isMutedNow = true;
      this.tell("onVolumeChange", 0);
    }
    unMute() {
      this.isMutedNow = false;
      this.tell("onVolumeChange", 0);
    }
    isMuted() {
      return this.isMutedNow;
    }
    getOption() {
      return [];
    }
    setOption() {}
    destroy() {}
  }
  Object.assign(window, { YT: { Player, PlayerState } });
  (window as unknown as { onYouTubeIframeAPIReady: () => void }).onYouTubeIframeAPIReady();
}

/** Stands in for YouTube, which journeys cannot reach: its script, and an empty document for its frame. */
export async function standInForYouTube(page: Page): Promise<void> {
  await page.route("https://www.youtube.com/iframe_api", (route) =>
    route.fulfill({ contentType: "text/javascript", body: `(${standIn})()` }),
  );
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>A video</title>" }),
  );
}
