import { afterEach, expect, test, vi } from "vitest";
import { loadChunk } from "./load-chunk.ts";

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const GONE = new TypeError("Failed to fetch dynamically imported module");
const gone = () => Promise.reject(GONE);

test("a missing file from an old release reloads the page, and a second failure is shown", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  void loadChunk(gone);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  await expect(loadChunk(gone)).rejects.toBe(GONE);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a missing file from a later release reloads again", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  void loadChunk(gone);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(await loadChunk(async () => "here")).toBe("here");
  void loadChunk(() => Promise.reject(new TypeError("Failed to fetch another file")));
  await expect.poll(() => reload.mock.calls.length).toBe(2);
});

test("if the browser names no file, a later release reloads again, but only once", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const entry = document.createElement("script");
  vi.spyOn(document, "querySelector").mockReturnValue(entry);
  entry.src = "/assets/app-1.js";
  const unnamed = () => Promise.reject(new TypeError("Importing a module script failed."));
  void loadChunk(unnamed);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  await expect(loadChunk(unnamed)).rejects.toThrow();
  entry.src = "/assets/app-2.js";
  void loadChunk(unnamed);
  await expect.poll(() => reload.mock.calls.length).toBe(2);
  await expect(loadChunk(unnamed)).rejects.toThrow();
});

test("two missing files reload once each, in whatever order they fail", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const other = () => Promise.reject(new TypeError("Failed to fetch another file"));
  void loadChunk(gone);
  void loadChunk(other);
  await expect.poll(() => reload.mock.calls.length).toBe(2);
  await expect(loadChunk(gone)).rejects.toBe(GONE);
  await expect(loadChunk(other)).rejects.toThrow("another file");
  expect(reload).toHaveBeenCalledTimes(2);
});

test("nothing is reloaded without a connection", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(loadChunk(gone)).rejects.toBe(GONE);
  expect(reload).not.toHaveBeenCalled();
});
