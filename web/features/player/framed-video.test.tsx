import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defineFramedVideo, FramedVideo } from "./framed-video.ts";

const HOST = "https://www.youtube-nocookie.com";
const EVENTS = [
  "loadedmetadata",
  "durationchange",
  "play",
  "playing",
  "waiting",
  "pause",
  "seeking",
  "seeked",
  "timeupdate",
  "progress",
  "ratechange",
  "volumechange",
  "ended",
  "error",
];
const [UNSTARTED, ENDED, PLAYING, PAUSED, BUFFERING, CUED] = [-1, 0, 1, 2, 3, 5];

let video: FramedVideo;
let events: string[];
let posted: { message: { event: string; func?: string; args?: unknown[] }; origin: string }[];
/** Plays the frame's window, which a simulated browser doesn't load. */
let frame: Window;

beforeEach(() => {
  vi.useFakeTimers();
  defineFramedVideo();
  video = new FramedVideo();
  video.title = "Light the Fuse";
  video.setAttribute("video-id", "dQw4w9WgXcQ");
  [events, posted] = [[], []];
  for (const event of EVENTS) video.addEventListener(event, () => events.push(event));
  const postMessage = (text: string, origin: string) => posted.push({ message: JSON.parse(text), origin });
  frame = { postMessage } as unknown as Window;
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockImplementation(() => frame);
  document.body.append(video);
});

afterEach(() => {
  video.remove();
  vi.restoreAllMocks();
});

function hear(data: unknown, { source = frame as unknown, origin = HOST } = {}): void {
  const message = new MessageEvent("message", { data, origin });
  Object.defineProperty(message, "source", { value: source });
  window.dispatchEvent(message);
}
const say = (event: string, info?: unknown) => hear(JSON.stringify({ event, info, id: 1, channel: "widget" }));
const iframe = () => video.querySelector("iframe");
const load = () => iframe()?.dispatchEvent(new Event("load"));
/** Commands sent to the player since the last call. */
const commands = () =>
  posted
    .splice(0)
    .flatMap(({ message }) => (message.event === "command" ? [[message.func, ...(message.args ?? [])]] : []));

/** A player that has loaded and reported what it will show. */
function beReady(playerState = CUED): void {
  load();
  say("initialDelivery", { playerState, currentTime: 0, duration: 120, volume: 40, muted: true, playbackRate: 1 });
  say("onReady");
  commands();
  events = [];
}

test("the iframe is YouTube's embed of the video's id, with our origin and the referrer YouTube needs", () => {
  const { origin, pathname, searchParams } = new URL(iframe()?.src ?? "");
  expect([origin, pathname]).toEqual([HOST, "/embed/dQw4w9WgXcQ"]);
  expect(Object.fromEntries(searchParams)).toMatchObject({ enablejsapi: "1", origin: window.location.origin });
  expect(iframe()?.referrerPolicy).toBe("strict-origin-when-cross-origin");
  expect([iframe()?.title, iframe()?.allow]).toEqual(["Light the Fuse", "autoplay; fullscreen"]);
});

test("listening messages go only to YouTube's host, from the frame's load until the player is ready", () => {
  vi.advanceTimersByTime(5000);
  expect(posted).toEqual([]);
  load();
  vi.advanceTimersByTime(9000);
  const asked = posted.filter(({ message }) => message.event === "listening").length;
  expect(asked).toBeGreaterThan(5);
  expect(new Set(posted.map(({ origin }) => origin))).toEqual(new Set([HOST]));
  const wanted = [
    ["addEventListener", "onStateChange"],
    ["addEventListener", "onError"],
  ];
  expect(commands()).toEqual(Array.from({ length: asked }, () => wanted).flat());
  say("onReady");
  commands();
  vi.advanceTimersByTime(60_000);
  expect(posted).toEqual([]);
});

test("once ready, the video has metadata, and YouTube's player uses our volume and speed", () => {
  video.playbackRate = 1.5;
  load();
  say("initialDelivery", { playerState: UNSTARTED, currentTime: 0, duration: 120, volume: 40, muted: true });
  expect([video.readyState, video.duration]).toEqual([0, 120]);
  posted = [];
  say("onReady");
  expect(events).toEqual(["ratechange", "durationchange", "timeupdate", "loadedmetadata"]);
  expect(video).toMatchObject({ readyState: 1, volume: 1, muted: false, playbackRate: 1.5, paused: true });
  expect(commands()).toEqual([["setVolume", 100], ["unMute"], ["setPlaybackRate", 1.5]]);
});

test("an unknown length is reported once it's known", () => {
  load();
  say("initialDelivery", { playerState: UNSTARTED, duration: 0 });
  say("onReady");
  expect([video.readyState, video.duration]).toEqual([1, Number.NaN]);
  say("infoDelivery", { duration: 95 });
  expect([events, video.duration]).toEqual([["loadedmetadata", "durationchange"], 95]);
});

test("the element plays, waits, pauses, and ends when the player says so", () => {
  beReady();
  say("onStateChange", BUFFERING);
  expect(video).toMatchObject({ paused: false, readyState: 2 });
  say("infoDelivery", { playerState: PLAYING, currentTime: 0.2, videoLoadedFraction: 0.5 });
  expect(video).toMatchObject({ paused: false, readyState: 3, currentTime: 0.2 });
  expect([video.buffered.length, video.buffered.end(0), video.seekable.end(0)]).toEqual([1, 60, 120]);
  say("onStateChange", PLAYING);
  say("infoDelivery", { currentTime: 0.5 });
  say("onStateChange", PAUSED);
  expect(video.paused).toBe(true);
  say("onStateChange", PLAYING);
  say("infoDelivery", { playerState: ENDED, currentTime: 120 });
  expect(video).toMatchObject({ paused: true, ended: true });
  expect(events).toEqual([
    "play",
    "waiting",
    "progress",
    "timeupdate",
    "playing",
    "timeupdate",
    "pause",
    "play",
    "playing",
    "timeupdate",
    "pause",
    "ended",
  ]);
  say("onStateChange", PLAYING);
  expect(video).toMatchObject({ paused: false, ended: false });
});

test("a seek is sent to the player, and a paused video that loads for it stays paused", () => {
  beReady();
  say("onStateChange", PLAYING);
  say("onStateChange", PAUSED);
  events = [];
  video.currentTime = 42;
  expect([video.currentTime, video.seeking, commands()]).toEqual([42, true, [["seekTo", 42, true]]]);
  say("onStateChange", BUFFERING);
  say("infoDelivery", { playerState: PAUSED, currentTime: 42.1 });
  expect(video).toMatchObject({ currentTime: 42.1, seeking: false, paused: true });
  expect(events).toEqual(["seeking", "timeupdate", "waiting", "seeked", "timeupdate"]);
});

test.for([
  ["has not begun", UNSTARTED],
  ["is cued", CUED],
  ["has ended", ENDED],
] as const)("a video that %s starts on Play at the seek position, and doesn't start on its own", ([, state]) => {
  beReady();
  say("onStateChange", state);
  video.currentTime = 42;
  expect([video.currentTime, video.seeking, commands()]).toEqual([42, false, []]);
  say("infoDelivery", { currentTime: 0 });
  expect(video.currentTime).toBe(42);
  void video.play();
  expect(commands()).toEqual([["seekTo", 42, true], ["playVideo"]]);
  say("infoDelivery", { playerState: PLAYING, currentTime: 42.2 });
  expect(video.currentTime).toBe(42.2);
});

test("commands are sent to the player, and changes in the player fire events", () => {
  beReady();
  video.volume = 0.3;
  video.muted = true;
  video.playbackRate = 1.5;
  void video.play();
  video.pause();
  expect(commands()).toEqual([["setVolume", 30], ["mute"], ["setPlaybackRate", 1.5], ["playVideo"], ["pauseVideo"]]);
  expect(events).toEqual(["volumechange", "volumechange", "ratechange"]);
  say("infoDelivery", { volume: 30, muted: true });
  expect(events).toHaveLength(3);
  say("infoDelivery", { volume: 100, muted: false, playbackRate: 1 });
  expect(video).toMatchObject({ volume: 1, muted: false, playbackRate: 1 });
  expect(events).toHaveLength(6);
});

test("a play command before the player is ready runs once it is, unless a pause cancels it", () => {
  void video.play();
  load();
  posted = [];
  say("onReady");
  expect(commands().at(-1)).toEqual(["playVideo"]);
  video.load();
  void video.play();
  video.pause();
  say("onReady");
  expect(commands().flat()).not.toContain("playVideo");
});

test.for([
  ["another origin", { event: "onStateChange", info: PLAYING }, { origin: "https://www.youtube.com" }],
  ["our own origin", { event: "onStateChange", info: PLAYING }, { origin: window.location.origin }],
  ["another window", { event: "onStateChange", info: PLAYING }, { source: {} }],
  ["no window", { event: "onStateChange", info: PLAYING }, { source: null }],
] as const)("a message from %s is ignored", ([, message, from]) => {
  beReady();
  hear(JSON.stringify(message), from);
  expect([events, video.paused]).toEqual([[], true]);
});

test("malformed player messages and values of the wrong type are ignored", () => {
  beReady();
  for (const data of [
    "{",
    "null",
    "1",
    "[]",
    '"x"',
    {},
    null,
    '{"event":"infoDelivery"}',
    '{"event":"infoDelivery","info":1}',
  ])
    hear(data);
  say("infoDelivery", { currentTime: "9", duration: null, playerState: "1", volume: [], muted: 1, playbackRate: {} });
  say("onStateChange", { currentTime: 9 });
  say("apiInfoDelivery", { currentTime: 9 });
  expect(events).toEqual([]);
  expect(video).toMatchObject({ currentTime: 0, duration: 120, paused: true, volume: 1, muted: false });
});

test("a player error becomes the element's error, and reloading clears it", () => {
  beReady();
  say("onError", 150);
  expect([events, video.error?.code]).toEqual([["error"], 150]);
  video.load();
  expect([video.error, video.readyState, Number.isNaN(video.duration)]).toEqual([null, 0, true]);
  expect(video.querySelectorAll("iframe")).toHaveLength(1);
});

test("once removed from the page, the element neither receives nor sends messages", () => {
  load();
  video.remove();
  posted = [];
  vi.advanceTimersByTime(60_000);
  say("onReady");
  expect([posted, events]).toEqual([[], []]);
});
