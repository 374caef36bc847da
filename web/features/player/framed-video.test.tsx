import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FRAMED_EVENTS, type FramedState } from "../../lib/framed-media.ts";
import { defineFramedVideo, FramedVideo } from "./framed-video.ts";

const STATE: FramedState = {
  currentTime: 12,
  duration: 120,
  paused: false,
  seeking: false,
  muted: false,
  volume: 0.5,
  playbackRate: 1.25,
  readyState: 3,
  bufferedEnd: 60,
  error: null,
};

let video: FramedVideo;
let sent: unknown[];
/** Stands for the frame's window, which a simulated browser does not load. */
let frame: Window;

beforeEach(() => {
  defineFramedVideo();
  video = new FramedVideo();
  video.title = "Light the Fuse";
  video.src = "/embed/youtube/dQw4w9WgXcQ";
  sent = [];
  frame = { postMessage: (message: unknown, origin: string) => sent.push({ message, origin }) } as unknown as Window;
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockImplementation(() => frame);
  document.body.append(video);
});

afterEach(() => {
  video.remove();
  vi.restoreAllMocks();
});

const origin = window.location.origin;
type Told = { event?: string; state?: FramedState; mark?: string; source?: unknown; from?: string };

function tell({
  event = "timeupdate",
  state = STATE,
  mark = "framed-media",
  source = frame,
  from = origin,
}: Told = {}) {
  const message = new MessageEvent("message", { data: { mark, event, state }, origin: from });
  Object.defineProperty(message, "source", { value: source });
  window.dispatchEvent(message);
}

test("it frames its document with a name and the right to play and to fill the screen", () => {
  const element = video.querySelector("iframe");
  expect(element?.getAttribute("src")).toBe("/embed/youtube/dQw4w9WgXcQ");
  expect(element?.title).toBe("Light the Fuse");
  expect(element?.allow).toBe("autoplay; fullscreen");
});

test.each(FRAMED_EVENTS)("what the frame tells (%s) is the element's own event, with the state told", (event) => {
  const heard = vi.fn();
  video.addEventListener(event, heard);
  tell({ event });
  expect(heard).toHaveBeenCalledOnce();
  expect(video).toMatchObject({ currentTime: 12, duration: 120, paused: false, volume: 0.5, playbackRate: 1.25 });
  expect([video.buffered.length, video.buffered.end(0), video.seekable.end(0)]).toEqual([1, 60, 120]);
});

test.each([
  ["another origin", { from: "https://elsewhere.test" }],
  ["another window", { source: {} }],
  ["something else", { mark: "other" }],
])("a message of %s is passed over", (_whose, told) => {
  const heard = vi.fn();
  video.addEventListener("timeupdate", heard);
  tell(told);
  expect(heard).not.toHaveBeenCalled();
  expect(video.paused).toBe(true);
});

test("what is asked of it goes to the frame, to our own origin alone", async () => {
  await video.play();
  video.currentTime = 42;
  video.muted = true;
  video.volume = 0.3;
  video.playbackRate = 1.5;
  video.pause();
  const mark = "framed-media";
  expect(sent).toEqual(
    [
      { command: "play", mark },
      { command: "currentTime", value: 42, mark },
      { command: "muted", value: true, mark },
      { command: "volume", value: 0.3, mark },
      { command: "playbackRate", value: 1.5, mark },
      { command: "pause", mark },
    ].map((message) => ({ message, origin })),
  );
  expect(video).toMatchObject({ currentTime: 42, muted: true, volume: 0.3, playbackRate: 1.5 });
});

test("it has ended until it plays or seeks again", () => {
  tell({ event: "ended", state: { ...STATE, paused: true } });
  expect(video.ended).toBe(true);
  tell({ event: "seeking" });
  expect(video.ended).toBe(false);
});

test("an error of the frame is the element's, and loading anew forgets it", () => {
  tell({ event: "error", state: { ...STATE, error: { code: 4, message: "No script" } } });
  expect(video.error).toEqual({ code: 4, message: "No script" });
  video.load();
  expect([video.error, video.readyState, Number.isNaN(video.duration)]).toEqual([null, 0, true]);
  expect(video.querySelectorAll("iframe")).toHaveLength(1);
});

test("out of the page it hears nothing more", () => {
  video.remove();
  tell();
  expect(video.currentTime).toBe(0);
});
