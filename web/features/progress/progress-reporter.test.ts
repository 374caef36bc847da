import { expect, test } from "vitest";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { createProgressReporter } from "./progress-reporter.ts";

function setUp(answer: (attempt: number) => void = () => undefined) {
  const saved: SaveProgressRequest[] = [];
  const keptAlive: SaveProgressRequest[] = [];
  const waiting: (() => void)[] = [];
  const told: string[] = [];
  const kept: SaveProgressRequest[] = [];
  let attempt = 0;
  const ports: Parameters<typeof createProgressReporter>[0] = {
    save: async (report, { keepalive }) => {
      attempt += 1;
      answer(attempt);
      (keepalive ? keptAlive : saved).push(report);
    },
    mayRetry: (error) => !(error instanceof RangeError),
    later: (run) => waiting.push(run),
    onTrouble: (_error, willRetry) => told.push(willRetry ? "trouble" : "refused"),
    onRecovered: () => told.push("recovered"),
    keep: (report) => kept.push(report),
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const runWaiting = async () => {
    waiting.shift()?.();
    await settle();
  };
  return { reporter: createProgressReporter(ports), saved, keptAlive, told, kept, settle, runWaiting };
}

/** Plays from one second to another of a medium of `duration` seconds, four positions a second. */
function play(
  listener: { playing: (percent: number, position: number) => void },
  from: number,
  to: number,
  duration: number,
) {
  for (let position = from; position <= to; position += 0.25) listener.playing((position / duration) * 100, position);
}

test("progress is saved about every ten seconds of playback", async () => {
  const { reporter, saved, settle } = setUp();
  play(reporter.listenerOf("audio"), 0, 21, 100);
  await settle();
  expect(saved).toEqual([{ audioProgress: 10 }, { audioProgress: 20 }]);
});

test("passing 80 percent saves the completion at once", async () => {
  const { reporter, saved, settle } = setUp();
  play(reporter.listenerOf("audio"), 78, 81, 100);
  await settle();
  expect(saved).toEqual([{ audioProgress: 80, audioCompleted: true }]);
});

test("79.9 percent is floored and does not complete a video", async () => {
  const { reporter, saved, settle } = setUp();
  reporter.listenerOf("video").paused(79.9);
  await settle();
  expect(saved).toEqual([{ videoProgress: 79 }]);
});

test("the end counts as 100 percent and completed", async () => {
  const { reporter, saved, settle } = setUp();
  reporter.listenerOf("video").ended();
  await settle();
  expect(saved).toEqual([{ videoProgress: 100, videoCompleted: true }]);
});

test("a pause saves the position, a second pause at the same place saves nothing", async () => {
  const { reporter, saved, settle } = setUp();
  const listener = reporter.listenerOf("audio");
  play(listener, 0, 5, 100);
  listener.paused(5);
  listener.paused(5);
  await settle();
  expect(saved).toEqual([{ audioProgress: 5 }]);
});

test("a seek is not playback", async () => {
  const { reporter, saved, settle } = setUp();
  const listener = reporter.listenerOf("audio");
  for (const position of [0, 12, 24, 36]) listener.playing(position, position);
  await settle();
  expect(saved).toEqual([]);
});

test("leaving sends the last position in a request that survives the page", async () => {
  const { reporter, keptAlive, settle } = setUp();
  play(reporter.listenerOf("audio"), 0, 7, 100);
  reporter.leave();
  await settle();
  reporter.leave();
  await settle();
  expect(keptAlive).toEqual([{ audioProgress: 7 }]);
});

test("a failed save is retried together with what came since, and the member is told once after three failures", async () => {
  const { reporter, saved, told, settle, runWaiting } = setUp((attempt) => {
    if (attempt <= 3) throw new Error("offline");
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(10);
  await settle();
  await runWaiting();
  expect(told).toEqual([]);
  await runWaiting();
  expect(told).toEqual(["trouble"]);
  listener.paused(30);
  await settle();
  expect(told).toEqual(["trouble"]);
  await runWaiting();
  expect(saved).toEqual([{ audioProgress: 30 }]);
  expect(told).toEqual(["trouble", "recovered"]);
});

test("a refusal is told at once and not repeated", async () => {
  const { reporter, saved, told, settle, runWaiting } = setUp(() => {
    throw new RangeError("403");
  });
  reporter.listenerOf("audio").paused(10);
  await settle();
  await runWaiting();
  expect(saved).toEqual([]);
  expect(told).toEqual(["refused"]);
});

test("what came in while a save was under way goes out after its refusal, not with the next report", async () => {
  const { reporter, saved, settle } = setUp((attempt) => {
    if (attempt === 1) throw new RangeError("401");
  });
  reporter.listenerOf("audio").paused(10);
  reporter.listenerOf("video").paused(5);
  await settle();
  expect(saved).toEqual([{ videoProgress: 5 }]);
});

test("leaving while saves fail stores what is not saved, and tries once more", async () => {
  const { reporter, keptAlive, kept, settle } = setUp((attempt) => {
    if (attempt === 1) throw new Error("offline");
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(10);
  await settle();
  expect(kept).toEqual([]);
  play(listener, 10, 14, 100);
  reporter.leave();
  await settle();
  expect(kept).toEqual([{ audioProgress: 14 }]);
  expect(keptAlive).toEqual([{ audioProgress: 14 }]);
});
