import { afterEach, expect, test, vi } from "vitest";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { SESSION_SAVES, SESSION_SECONDS } from "#test/support/morning.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { createProgressReporter } from "./progress-reporter.ts";

const START = Date.parse("2026-05-12T05:00:00Z");

afterEach(() => {
  vi.useRealTimers();
});

function setUp(answer: (attempt: number) => void = () => undefined) {
  const saved: SaveProgressRequest[] = [];
  const keptAlive: SaveProgressRequest[] = [];
  const events: string[] = [];
  const stored: (SaveProgressRequest | null)[] = [];
  const positions: number[] = [];
  const waitingNow: (SaveProgressRequest | null)[] = [];
  const server = { playback: 7, epoch: 0, totalWatched: false };
  /** What another device has saved in the meantime. */
  const elsewhere: { sequence?: number; audioPosition?: number; playback?: number } = {};
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: START });
  const clock = {
    get now() {
      return Date.now();
    },
    set now(instant) {
      vi.setSystemTime(instant);
    },
  };
  let attempt = 0;
  const ports: Parameters<typeof createProgressReporter>[0] = {
    save: async (report, { keepalive }) => {
      attempt += 1;
      answer(attempt);
      (keepalive ? keptAlive : saved).push(report);
      server.totalWatched ||= report.totalWatched === true && (report.epoch ?? 0) >= server.epoch;
      const { sequence = 0, audioPosition = 0, videoPosition = 0 } = report;
      return { sequence, audioPosition, videoPosition, ...server, ...elsewhere };
    },
    mayRetry: (error) => !(error instanceof RangeError),
    epoch: () => server.epoch,
    onTrouble: (_error, willRetry) => events.push(willRetry ? "trouble" : "refused"),
    onRecovered: () => events.push("recovered"),
    onWaiting: (report) => waitingNow.push(report),
    keep: (report) => stored.push(report),
    keepPosition: (_medium, seconds) => positions.push(seconds),
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const runWaiting = async () => {
    const { now } = clock;
    vi.runOnlyPendingTimers();
    clock.now = now;
    await settle();
  };
  /** Plays from one second to another in a medium of `duration` seconds, reporting four positions a second. */
  const play = (listener: PlaybackListener, from: number, to: number, duration: number) => {
    for (let position = from; position <= to; position += 0.25) {
      listener.playing(position, duration);
      clock.now += 250;
    }
  };
  const reporter = createProgressReporter(ports);
  return {
    reporter,
    saved,
    keptAlive,
    events,
    stored,
    positions,
    server,
    elsewhere,
    clock,
    settle,
    runWaiting,
    play,
    isWaiting: () => waitingNow.at(-1) !== null,
  };
}

test("a 12-minute session is saved on page hide, every two minutes, at 80 percent, and at its end", async () => {
  const { reporter, saved, keptAlive, settle, play } = setUp();
  const listener = reporter.listenerOf("audio");
  play(listener, 0, 30, SESSION_SECONDS);
  await reporter.leave();
  for (let minute = 0.5; minute < 12; minute += 0.5) {
    play(listener, minute * 60 + 0.25, minute * 60 + 30, SESSION_SECONDS);
    await settle();
  }
  listener.ended(SESSION_SECONDS);
  await settle();
  expect([...keptAlive, ...saved]).toMatchObject(SESSION_SAVES);
});

test("while playing, a position is kept in the browser every five seconds", () => {
  const { reporter, positions, play } = setUp();
  play(reporter.listenerOf("audio"), 0, 119, 1000);
  expect(positions).toEqual(Array.from({ length: 23 }, (_, index) => (index + 1) * 5));
});

test("a jump of two minutes, forward or back, is saved right away; a shorter one with the next save", async () => {
  const { reporter, saved, settle, play } = setUp();
  const listener = reporter.listenerOf("audio");
  for (const from of [0, 100, 219, 400, 280]) {
    play(listener, from, from + 0.5, 1000);
    await settle();
  }
  expect(saved.map(({ audioPosition }) => audioPosition)).toEqual([219, 400, 280]);
});

test("the first save begins a playback, and later ones carry its number and the next sequence", async () => {
  const { reporter, saved, settle } = setUp();
  const listener = reporter.listenerOf("audio");
  listener.paused(10.04, 100);
  await settle();
  listener.paused(5, 100);
  await settle();
  expect(saved).toEqual([
    { audioPosition: 10, audioProgress: 10, sequence: 1, at: "2026-05-12T05:00:00.000Z", epoch: 0 },
    { audioPosition: 5, audioProgress: 5, sequence: 2, at: "2026-05-12T05:00:00.000Z", epoch: 0, playback: 7 },
  ]);
});

test("passing 80 percent saves the completion right away, and 79.9 percent doesn't complete", async () => {
  const { reporter, saved, settle, play } = setUp();
  reporter.listenerOf("video").paused(79.9, 100);
  await settle();
  expect(saved[0]).toMatchObject({ videoProgress: 79, videoPosition: 79.9 });
  expect(saved[0]).not.toHaveProperty("videoCompleted");
  play(reporter.listenerOf("audio"), 78, 81, 100);
  await settle();
  expect(saved.slice(1)).toMatchObject([{ audioProgress: 80, audioCompleted: true }]);
});

test("reaching the end is saved as 100 percent and completed", async () => {
  const { reporter, saved, settle } = setUp();
  reporter.listenerOf("video").ended(200);
  await settle();
  expect(saved).toMatchObject([{ videoProgress: 100, videoPosition: 200, videoCompleted: true }]);
});

test("a second pause at the same place saves nothing, but one further back does", async () => {
  const { reporter, saved, settle } = setUp();
  const listener = reporter.listenerOf("audio");
  for (const position of [5, 5, 3]) {
    listener.paused(position, 100);
    await settle();
  }
  expect(saved.map(({ audioPosition }) => audioPosition)).toEqual([5, 3]);
});

test("a medium of unknown length saves its position but completes nothing", async () => {
  const { reporter, saved, settle } = setUp();
  reporter.listenerOf("audio").paused(90, Number.NaN);
  await settle();
  expect(saved).toMatchObject([{ audioPosition: 90, audioProgress: 0 }]);
});

test("leaving sends the last position once, in a request that outlives the page", async () => {
  const { reporter, keptAlive, play } = setUp();
  play(reporter.listenerOf("audio"), 0, 7, 100);
  await reporter.leave();
  await reporter.leave();
  expect(keptAlive).toMatchObject([{ audioPosition: 7, audioProgress: 7 }]);
});

test("a failed save is retried with newer progress, and the member is notified once after three failures", async () => {
  const { reporter, saved, events, stored, clock, settle, runWaiting } = setUp((attempt) => {
    if (attempt <= 3) throw new Error("offline");
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(85, 100);
  await settle();
  expect(stored.at(-1)).toMatchObject({ audioPosition: 85 });
  await runWaiting();
  expect(events).toEqual([]);
  await runWaiting();
  expect(events).toEqual(["trouble"]);
  clock.now += 86_400_000;
  listener.paused(30, 100);
  await settle();
  expect(events).toEqual(["trouble"]);
  await runWaiting();
  // The completion counts for its own day; the position is where the member is now.
  expect(saved).toMatchObject([
    { audioPosition: 30, audioProgress: 85, audioCompleted: true, sequence: 2, at: "2026-05-12T05:00:00.000Z" },
  ]);
  expect(events).toEqual(["trouble", "recovered"]);
  expect(stored.at(-1)).toBeNull();
});

test("a refused save is reported right away and not retried", async () => {
  const { reporter, saved, events, settle, runWaiting } = setUp(() => {
    throw new RangeError("403");
  });
  reporter.listenerOf("audio").paused(10, 100);
  await settle();
  await runWaiting();
  expect(saved).toEqual([]);
  expect(events).toEqual(["refused"]);
});

test("progress made during a save is sent right after its refusal, not with the next report", async () => {
  const { reporter, saved, settle } = setUp((attempt) => {
    if (attempt === 1) throw new RangeError("401");
  });
  reporter.listenerOf("audio").paused(10, 100);
  reporter.listenerOf("video").paused(5, 100);
  await settle();
  expect(saved).toMatchObject([{ videoProgress: 5 }]);
});

test("stored progress keeps its playback number, so it never overtakes newer playback elsewhere", async () => {
  const { reporter, stored, settle, play } = setUp((attempt) => {
    if (attempt > 1) throw new Error("offline");
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(10, 100);
  await settle();
  listener.paused(20, 100);
  await settle();
  expect(stored.at(-1)).toMatchObject({ audioPosition: 20, playback: 7, sequence: 2 });
  play(listener, 20, 24, 100);
  await reporter.leave();
  expect(stored.at(-1)).toMatchObject({ audioPosition: 24, playback: 7, sequence: 3 });
});

test("leaving while saves fail stores the unsaved progress and tries once more", async () => {
  const { reporter, keptAlive, stored, settle, play } = setUp((attempt) => {
    if (attempt === 1) throw new Error("offline");
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(10, 100);
  await settle();
  play(listener, 10, 14, 100);
  await reporter.leave();
  expect(stored.at(-2)).toMatchObject({ audioPosition: 14 });
  expect(stored.at(-1)).toBeNull();
  expect(keptAlive).toMatchObject([{ audioPosition: 14, audioProgress: 14 }]);
});

test("after a completion is undone, no earlier progress is sent, and later listening is a new playback", async () => {
  const { reporter, saved, server, settle, play } = setUp();
  const listener = reporter.listenerOf("audio");
  listener.paused(90, 100);
  await settle();
  play(listener, 90, 92, 100);
  reporter.restart("not-done");
  server.epoch = 1;
  server.playback = 8;
  await reporter.leave();
  expect(saved).toHaveLength(1);
  listener.paused(81, 100);
  await settle();
  listener.paused(82, 100);
  await settle();
  expect(saved.slice(1)).toMatchObject([
    { audioPosition: 81, audioCompleted: true, sequence: 1, epoch: 1 },
    { audioPosition: 82, sequence: 2, epoch: 1, playback: 8 },
  ]);
  expect(saved[1]).not.toHaveProperty("playback");
});

test("after another device starts the session over, the next save begins a playback in the new epoch", async () => {
  const { reporter, saved, server, settle } = setUp(() => {
    server.epoch = 3;
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(10, 100);
  await settle();
  listener.paused(20, 100);
  await settle();
  expect(saved[0]).toMatchObject({ epoch: 0 });
  expect(saved[1]).toMatchObject({ epoch: 3 });
  expect(saved[1]).not.toHaveProperty("playback");
});

test("starting over sends no earlier position, but sends an unsaved completion in the new epoch", async () => {
  const { reporter, saved, clock, settle, runWaiting } = setUp((attempt) => {
    if (attempt === 1) throw new Error("offline");
  });
  reporter.listenerOf("audio").paused(85, 100);
  await settle();
  clock.now += 60_000;
  reporter.restart("start-over");
  await settle();
  await runWaiting();
  expect(saved).toEqual([{ audioCompleted: true, at: "2026-05-12T05:00:00.000Z", epoch: 1 }]);
});

test("a save in progress is stored until it's answered, so closing the page loses nothing", async () => {
  const { reporter, stored, saved, settle } = setUp();
  reporter.listenerOf("audio").paused(10, 100);
  expect(saved).toHaveLength(1);
  expect(stored).toMatchObject([{ audioPosition: 10 }]);
  await settle();
  expect(stored.at(-1)).toBeNull();
});

test("marking as complete is retried until saved, with its time and epoch, and reports that it's waiting", async () => {
  const { reporter, saved, stored, server, clock, settle, runWaiting, isWaiting } = setUp((attempt) => {
    if (attempt <= 2) throw new Error("offline");
  });
  server.epoch = 2;
  const marked = reporter.complete({ hasAudio: true, hasVideo: false });
  await settle();
  expect(isWaiting()).toBe(true);
  const json = { totalWatched: true, audioCompleted: true, sequence: 1, at: "2026-05-12T05:00:00.000Z", epoch: 2 };
  expect(stored.at(-1)).toEqual(json);
  clock.now += 3_600_000;
  await runWaiting();
  expect(isWaiting()).toBe(true);
  await runWaiting();
  expect(await marked).toBe(true);
  expect(saved).toEqual([json]);
  expect(isWaiting()).toBe(false);
  expect(stored.at(-1)).toBeNull();
});

test("an unsaved completion survives starting over, and counts once it's saved in the new epoch", async () => {
  const { reporter, saved, settle, runWaiting } = setUp((attempt) => {
    if (attempt === 1) throw new Error("offline");
  });
  const marked = reporter.complete({ hasAudio: true, hasVideo: false });
  await settle();
  reporter.restart("start-over");
  await runWaiting();
  expect(await marked).toBe(true);
  expect(saved).toMatchObject([{ totalWatched: true, epoch: 1 }]);
});

test("progress made while a save waits for its retry is stored right away", async () => {
  const { reporter, stored, settle } = setUp(() => {
    throw new Error("offline");
  });
  const listener = reporter.listenerOf("audio");
  listener.paused(10, 100);
  await settle();
  listener.paused(30, 100);
  expect(stored.at(-1)).toMatchObject({ audioPosition: 30 });
});

test("marking as complete in an epoch that another device ended reports that it didn't count", async () => {
  const { reporter, server, settle } = setUp(() => {
    server.epoch = 1;
  });
  const marked = reporter.complete({ hasAudio: false, hasVideo: false });
  await settle();
  expect(await marked).toBe(false);
});

test("a refused completion says why, and a completion undone before it was saved isn't sent", async () => {
  const refused = setUp(() => {
    throw new RangeError("403");
  });
  await expect(refused.reporter.complete({ hasAudio: true, hasVideo: true })).rejects.toThrow("403");
  const waiting = setUp((attempt) => {
    if (attempt === 1) throw new Error("offline");
  });
  const marked = waiting.reporter.complete({ hasAudio: true, hasVideo: false });
  await waiting.settle();
  waiting.reporter.restart("not-done");
  await waiting.runWaiting();
  expect(await marked).toBe(false);
  expect([waiting.saved, waiting.stored.at(-1), waiting.isWaiting()]).toEqual([[], null, false]);
});

test("a position overtaken by another device is resent once, without its playback number", async () => {
  const { reporter, saved, elsewhere, settle } = setUp();
  const listener = reporter.listenerOf("audio");
  listener.paused(10, 100);
  await settle();
  Object.assign(elsewhere, { playback: 8, sequence: 40, audioPosition: 77 });
  listener.paused(20, 100);
  await settle();
  expect(saved.map(({ audioPosition, playback }) => [audioPosition, playback])).toEqual([
    [10, undefined],
    [20, 7],
    [20, undefined],
  ]);
  listener.paused(21, 100);
  await settle();
  expect(saved.at(-1)).not.toHaveProperty("playback");
});

test("a completion without a position doesn't set the playback number", async () => {
  const { reporter, saved, elsewhere, settle } = setUp();
  Object.assign(elsewhere, { playback: 0 });
  await reporter.complete({ hasAudio: true, hasVideo: false });
  Object.assign(elsewhere, { playback: 1 });
  const listener = reporter.listenerOf("audio");
  listener.paused(10, 100);
  await settle();
  listener.paused(20, 100);
  await settle();
  expect(saved.map(({ playback }) => playback)).toEqual([undefined, undefined, 1]);
});
