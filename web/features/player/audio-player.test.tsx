import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider, useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { createQueryClient } from "../../lib/query-client.ts";
import { showVideoAtom } from "./active-medium.atoms.ts";
import { AudioPlayer } from "./audio-player.tsx";
import { audioAtom, audioConditionAtom, audioSource, resumedAtAtom, type Track, trackAtom } from "./player.atoms.ts";
import { applyPreferences } from "./player-preferences.ts";
import { useMediaRecovery } from "./use-media-recovery.ts";
import { usePlaybackReports } from "./use-media-state.ts";

let answer: () => Promise<Response>;
const probed = vi.fn<typeof fetch>(() => answer());

beforeEach(() => {
  probed.mockClear();
  answer = async () => new Response(null, { status: 206 });
  vi.stubGlobal("fetch", probed);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const emit = (audio: HTMLMediaElement, ...names: string[]) =>
  act(async () => {
    for (const name of names) audio.dispatchEvent(new Event(name));
  });

const TRACK: Track = {
  date: "2025-08-12",
  title: "Light the Fuse",
  filename: "light the fuse.mp3",
  artworkFilename: null,
  duration: null,
  href: "/content/2025-08-12",
  savesProgress: true,
};
const onSpeed = vi.fn();

async function openSheet() {
  await userEvent.click(screen.getByRole("button", { name: "1×: speed, sleep timer, and shortcuts" }));
  await screen.findByRole("dialog", { name: "Playback" });
}

type Listener = { playing: Mock; paused: Mock; ended: Mock };
type HostProps = { listener: Listener; renewPass: () => Promise<void> };
type AppProps = HostProps & {
  savesSpeed: boolean;
  video: HTMLVideoElement | null;
  isShown: boolean;
  resumedAt: number | null;
};

/** What the app puts around its one audio element (web/app/player-host.tsx). */
function Host({ listener, renewPass }: HostProps) {
  const audio = useAtomValue(audioAtom);
  const onCondition = useSetAtom(audioConditionAtom);
  useMediaRecovery(audio, audioSource(TRACK), { renewPass, onCondition });
  usePlaybackReports(audio, listener);
  useEffect(() => {
    if (audio !== null) applyPreferences(audio);
  }, [audio]);
  return null;
}

function App({ savesSpeed, video, isShown, resumedAt, ...host }: AppProps) {
  const setAudio = useSetAtom(audioAtom);
  const showVideo = useSetAtom(showVideoAtom);
  useEffect(() => (video === null ? undefined : showVideo(video)), [video, showVideo]);
  const track = useAtomValue(trackAtom);
  const setResumedAt = useSetAtom(resumedAtAtom);
  useEffect(() => {
    if (track !== null) setResumedAt(resumedAt);
  }, [track, resumedAt, setResumedAt]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is heard here. */}
      <audio ref={setAudio} />
      {track && <Host {...host} />}
      <AudioPlayer track={TRACK} takesFocus={false} isShown={isShown} {...(savesSpeed && { onSpeed })} />
    </>
  );
}

type Options = Partial<Omit<AppProps, "listener">> & { duration?: number };

/** A player whose two-minute file has reported its length; happy-dom plays nothing and fires no events on its own. */
async function openPlayer(options: Options = {}) {
  const { duration = 120, ...given } = options;
  const listener = { playing: vi.fn(), paused: vi.fn(), ended: vi.fn() };
  const host = { listener, renewPass: async () => undefined };
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <Provider>
        <App {...host} savesSpeed video={null} isShown resumedAt={null} {...given} />
      </Provider>
    </QueryClientProvider>,
  );
  const audio = container.querySelector("audio");
  if (audio === null) throw new Error("The player has no audio element.");
  Object.defineProperty(audio, "duration", { value: duration });
  await emit(audio, "loadedmetadata");
  const press = async (name: string) => {
    await userEvent.click(screen.getByRole("button", { name }));
    await emit(audio, "seeked", "volumechange");
  };
  const progress = screen.getByRole("slider", { name: "Audio progress" });
  return { audio, listener, press, progress };
}

test("one button plays and pauses, and the player reports both", async () => {
  const { audio, listener, press } = await openPlayer();
  await press("Play");
  expect(audio.paused).toBe(false);
  audio.currentTime = 30;
  await emit(audio, "timeupdate");
  await press("Pause");
  expect(audio.paused).toBe(true);
  expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  expect(listener.playing).toHaveBeenCalledWith(30, 120);
  expect(listener.paused).toHaveBeenCalledWith(30, 120);
});

test("a seek while nothing plays isn't reported as playback", async () => {
  const { audio, listener } = await openPlayer();
  audio.currentTime = 45;
  await emit(audio, "timeupdate", "seeked");
  expect(screen.getByText("0:45")).toBeTruthy();
  expect(listener.playing).not.toHaveBeenCalled();
});

test("skipping moves by fifteen seconds and stops at both ends", async () => {
  const { audio, press } = await openPlayer();
  await press("Forward 15 seconds");
  expect(audio.currentTime).toBe(15);
  await press("Back 15 seconds");
  await press("Back 15 seconds");
  expect(audio.currentTime).toBe(0);
  audio.currentTime = 115;
  await press("Forward 15 seconds");
  expect(audio.currentTime).toBe(120);
});

test("the progress bar moves with the keys and is read out in words", async () => {
  const { audio, progress } = await openPlayer();
  const seekBy = async (key: string) => {
    fireEvent.keyDown(progress, { key });
    await emit(audio, "seeked");
    return audio.currentTime;
  };
  expect(await seekBy("PageUp")).toBe(30);
  expect(await seekBy("ArrowRight")).toBe(35);
  expect(await seekBy("ArrowDown")).toBe(30);
  expect(progress.getAttribute("aria-valuetext")).toBe("30 seconds of 2 minutes");
  expect(await seekBy("PageDown")).toBe(0);
  expect(await seekBy("ArrowLeft")).toBe(0);
});

test("an unknown length disables the progress bar", async () => {
  const { progress } = await openPlayer({ duration: Number.NaN });
  expect((progress as HTMLInputElement).disabled).toBe(true);
});

test("volume and speed can be set, and the next player starts with them", async () => {
  const first = await openPlayer();
  fireEvent.change(screen.getByRole("slider", { name: "Volume" }), { target: { value: "0.3" } });
  await openSheet();
  await userEvent.click(screen.getByRole("radio", { name: "1.5×" }));
  expect(onSpeed).toHaveBeenCalledWith(1.5);
  expect([first.audio.volume, first.audio.playbackRate]).toEqual([0.3, 1.5]);
  cleanup();
  const { audio } = await openPlayer();
  expect([audio.volume, audio.playbackRate, audio.defaultPlaybackRate]).toEqual([0.3, 1.5, 1.5]);
});

test.each([
  ["7", "13"],
  ["loud", "NaN"],
])("stored preferences that no player could have saved (%s, %s) are ignored", async (volume, speed) => {
  localStorage.setItem("player_volume", volume);
  localStorage.setItem("player_speed", speed);
  const { audio } = await openPlayer();
  expect([audio.volume, audio.playbackRate]).toEqual([1, 1]);
});

const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });

test("keyboard shortcuts play, skip, mute, and change the speed", async () => {
  const { audio } = await openPlayer();
  press("k");
  expect(audio.paused).toBe(false);
  await emit(audio, "play");
  press(" ");
  expect(audio.paused).toBe(true);
  press("l");
  press("ArrowRight");
  expect(audio.currentTime).toBe(20);
  press("j");
  press("ArrowLeft");
  expect(audio.currentTime).toBe(0);
  press("m");
  expect(audio.muted).toBe(true);
  press(">");
  expect([audio.playbackRate, onSpeed.mock.lastCall]).toEqual([1.25, [1.25]]);
  press("<");
  expect(audio.playbackRate).toBe(1);
});

test("shortcuts change the speed even without a login, as when an email opened the session", async () => {
  const { audio } = await openPlayer({ savesSpeed: false });
  press(">");
  press(">");
  expect([audio.playbackRate, localStorage.getItem("player_speed")]).toEqual([1.5, "1.5"]);
  press("<");
  expect(audio.playbackRate).toBe(1.25);
});

test("shortcuts control the video while it plays, and the page's audio once it pauses", async () => {
  const video = document.body.appendChild(document.createElement("video"));
  Object.defineProperty(video, "duration", { value: 300 });
  const { audio } = await openPlayer({ video });
  await act(() => video.play());
  await emit(video, "play");
  press("l");
  press("m");
  press(">");
  expect([video.currentTime, video.muted, audio.currentTime, audio.muted]).toEqual([15, true, 0, false]);
  expect([video.playbackRate, audio.playbackRate]).toEqual([1.25, 1.25]);
  press(" ");
  expect([video.paused, audio.paused]).toEqual([true, true]);
  press(" ");
  expect([video.paused, audio.paused]).toEqual([true, false]);
  await emit(audio, "play");
  press("l");
  expect([video.currentTime, audio.currentTime]).toEqual([15, 15]);
  video.remove();
});

test("shortcuts leave controls with their own keys alone, and do nothing once switched off", async () => {
  const { audio, progress } = await openPlayer();
  press(" ", screen.getByRole("button", { name: "Mute" }));
  press("m", progress);
  fireEvent.keyDown(document.body, { key: "l", ctrlKey: true });
  expect([audio.currentTime, audio.muted, audio.paused]).toEqual([0, false, true]);
  await openSheet();
  press("l", screen.getByRole("dialog"));
  expect(audio.currentTime).toBe(0);
  await userEvent.click(screen.getByRole("switch", { name: "Keyboard shortcuts" }));
  press("l");
  expect(audio.currentTime).toBe(0);
  cleanup();
  const next = await openPlayer();
  press("l");
  expect(next.audio.currentTime).toBe(0);
});

test("letter and arrow shortcuts work while a button has focus, since buttons use only Space and Enter", async () => {
  const { audio } = await openPlayer();
  const mute = screen.getByRole("button", { name: "Mute" });
  press("l", mute);
  press("ArrowRight", mute);
  press("j", mute);
  expect(audio.currentTime).toBe(5);
  press("m", mute);
  press(">", mute);
  expect([audio.muted, audio.playbackRate]).toEqual([true, 1.25]);
  press("k", mute);
  expect(audio.paused).toBe(false);
});

test("an audio player hidden by the stage leaves the shortcuts to the video", async () => {
  const { audio } = await openPlayer({ isShown: false });
  press("l");
  press("k");
  expect([audio.currentTime, audio.paused]).toEqual([0, true]);
});

/** Whether a query about the device matches, such as one for a pointer that hovers. */
function onDevice(query: string, matches: boolean) {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((asked) =>
    asked === query ? ({ matches } as MediaQueryList) : real(asked),
  );
}

test("on a device without a keyboard, nothing mentions shortcuts", async () => {
  onDevice("(any-hover: hover)", false);
  await openPlayer();
  await userEvent.click(screen.getByRole("button", { name: "1×: speed and sleep timer" }));
  await screen.findByRole("dialog", { name: "Playback" });
  expect(document.body.textContent).not.toMatch(/shortcut|Space/);
  expect(screen.queryByRole("switch")).toBeNull();
});

const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

test("after eight seconds, the default line replaces the notice of a resumed position, also before Play", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await openPlayer({ resumedAt: 39 });
  wait(7);
  expect(screen.getByText("Resumed at 0:39")).toBeTruthy();
  wait(1);
  expect(screen.queryByText("Resumed at 0:39")).toBeNull();
  expect(screen.getByText("done at 80%")).toBeTruthy();
});

test("the notice stays while its button has focus", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await openPlayer({ resumedAt: 39 });
  const startOver = screen.getByRole("button", { name: "Start over" });
  startOver.focus();
  wait(60);
  expect(document.activeElement).toBe(startOver);
  startOver.blur();
  wait(8);
  expect(screen.queryByText("Resumed at 0:39")).toBeNull();
});

test("at the end, the button says Play again and restarts playback", async () => {
  const { audio, press } = await openPlayer();
  await press("Play");
  audio.currentTime = 120;
  audio.pause();
  Object.defineProperty(audio, "ended", { value: true, configurable: true });
  await emit(audio, "ended");
  const again = screen.getByRole("button", { name: "Play again" });
  expect(again.textContent).toBe("Play again");
  expect(document.body.textContent).toContain("2:002:00");
  expect(screen.queryByText("done at 80%")).toBeNull();
  Object.defineProperty(audio, "ended", { value: false, configurable: true });
  await press("Play again");
  expect(audio.paused).toBe(false);
  expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
});

test("muting keeps the volume, and moving the volume slider unmutes", async () => {
  const { audio, press } = await openPlayer();
  await press("Mute");
  expect(audio.muted).toBe(true);
  expect(screen.getByRole("slider", { name: "Volume" }).getAttribute("aria-valuetext")).toBe("0%");
  fireEvent.change(screen.getByRole("slider", { name: "Volume" }), { target: { value: "0.6" } });
  await emit(audio, "volumechange");
  expect([audio.muted, audio.volume]).toEqual([false, 0.6]);
  expect(screen.getByRole("button", { name: "Mute" })).toBeTruthy();
});

test("a media pass that expires during playback is renewed once, and playback continues where it was", async () => {
  const renewPass = vi.fn(async () => undefined);
  const { audio, press } = await openPlayer({ renewPass });
  const load = vi.spyOn(audio, "load");
  await press("Play");
  audio.currentTime = 42;
  answer = async () => new Response(null, { status: 401 });
  await emit(audio, "error");
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(renewPass).toHaveBeenCalledOnce();
  expect(probed).toHaveBeenCalledWith("/audio/light%20the%20fuse.mp3", {
    headers: { Range: "bytes=0-0" },
    cache: "no-store",
  });
  audio.currentTime = 0;
  audio.pause();
  await emit(audio, "loadedmetadata", "canplay");
  expect([audio.currentTime, audio.paused]).toEqual([42, false]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a media pass refused twice in a row shows an error, and Try again reloads the audio", async () => {
  const renewPass = vi.fn(async () => undefined);
  const { audio } = await openPlayer({ renewPass });
  const load = vi.spyOn(audio, "load");
  answer = async () => new Response(null, { status: 401 });
  await emit(audio, "error");
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  await emit(audio, "error");
  expect((await screen.findByRole("alert")).textContent).toContain("Log in again to play this session.");
  expect(renewPass).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(load).toHaveBeenCalledTimes(2);
  await emit(audio, "canplay");
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["file is missing", async () => new Response(null, { status: 404 })],
  ["stopped loading", async () => new Response(null, { status: 206 })],
  ["stopped loading", () => Promise.reject(new TypeError("Failed to fetch"))],
])("a failure that a new media pass can't fix shows an error containing: %s", async (words, status) => {
  const renewPass = vi.fn(async () => undefined);
  const { audio } = await openPlayer({ renewPass });
  answer = status;
  await emit(audio, "error");
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(renewPass).not.toHaveBeenCalled();
});
