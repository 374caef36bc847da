const API_ADDRESS = "https://www.youtube.com/iframe_api";

type YouTubeGlobals = { YT?: { Player?: unknown }; onYouTubeIframeAPIReady?: () => void };

/**
 * Loads YouTube's player script before the media element asks for it: the element would leave a failure as an unhandled
 * rejection, and the member in front of a blank frame.
 */
export function loadYouTubeApi(): Promise<void> {
  const globals = window as YouTubeGlobals;
  if (globals.YT?.Player) return Promise.resolve();
  return new Promise((resolve, reject) => {
    globals.onYouTubeIframeAPIReady = resolve;
    const script = document.createElement("script");
    script.src = API_ADDRESS;
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("YouTube's player script did not load"));
    });
    document.head.append(script);
  });
}
