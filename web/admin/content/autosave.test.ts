import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAutosave } from "./autosave.ts";

type Text = { title: string; description: string };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what is typed is saved once, when typing has paused", async () => {
  const save = vi.fn(async () => {});
  const autosave = createAutosave<Text>(save);
  autosave.edit({ title: "O" });
  await vi.advanceTimersByTimeAsync(700);
  autosave.edit({ title: "Own" });
  autosave.edit({ description: "it" });
  await vi.advanceTimersByTimeAsync(799);
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(save.mock.calls).toEqual([[{ title: "Own", description: "it" }]]);
  expect(autosave.state().phase).toBe("saved");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(save).toHaveBeenCalledTimes(1);
});

test("leaving a field saves at once and not a second time", async () => {
  const save = vi.fn(async () => {});
  const autosave = createAutosave<Text>(save);
  autosave.edit({ title: "Own" });
  expect(await autosave.flush()).toBe(true);
  expect(await autosave.flush()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(save).toHaveBeenCalledTimes(1);
});

test("a failed save keeps its change, under what was typed since, until a retry succeeds", async () => {
  const save = vi.fn(async (_change: Partial<Text>) => {});
  save.mockImplementationOnce(async () => {
    autosave.edit({ title: "Newer" });
    throw new Error("503: down");
  });
  const autosave = createAutosave<Text>(save);
  autosave.edit({ title: "Old", description: "kept" });
  expect(await autosave.flush()).toBe(false);
  expect(autosave.state()).toMatchObject({ phase: "failed", error: new Error("503: down") });
  expect(autosave.pending()).toEqual({ title: "Newer", description: "kept" });
  expect(await autosave.flush()).toBe(true);
  expect(save).toHaveBeenLastCalledWith({ title: "Newer", description: "kept" });
});

test("edits made while a save runs follow in a call of their own, never beside it", async () => {
  const calls: Partial<Text>[] = [];
  const answers: (() => void)[] = [];
  const autosave = createAutosave<Text>((change) => {
    calls.push(change);
    return new Promise<void>((resolve) => answers.push(resolve));
  });
  autosave.edit({ title: "First" });
  const first = autosave.flush();
  autosave.edit({ title: "Second" });
  const second = autosave.flush();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toEqual([{ title: "First" }]);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual([{ title: "First" }, { title: "Second" }]);
  answers[1]?.();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(autosave.state().phase).toBe("saved");
});

test("what is discarded while it is being sent does not come back when that fails", async () => {
  let fail = (_error: Error) => {};
  const autosave = createAutosave<{ title: string }>(() => new Promise((_, reject) => (fail = reject)));
  autosave.edit({ title: "Typed" });
  const flushed = autosave.flush();
  autosave.discard();
  fail(new Error("Refused"));
  expect(await flushed).toBe(true);
  expect([autosave.pending(), autosave.state().phase]).toEqual([{}, "idle"]);
});

test("a field taken back and a discarded draft are not saved", async () => {
  const save = vi.fn(async () => {});
  const autosave = createAutosave<Text>(save);
  autosave.edit({ title: "Own" });
  autosave.edit({ title: undefined });
  expect(autosave.state().phase).toBe("idle");
  autosave.edit({ description: "it" });
  autosave.discard();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await autosave.flush()).toBe(true);
  expect(save).not.toHaveBeenCalled();
});
