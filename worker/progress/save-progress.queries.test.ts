import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { SaveProgressRequest, SaveProgressResponse } from "#domain/contract/progress.ts";
import { type ItemMedia, mergeProgress, NO_PROGRESS } from "#domain/rules/completion.ts";
import { createItem, createMedium, createMember, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import type { Member } from "../account/member/member.ts";
import { markNotDone, saveProgress, startOver } from "./item-progress.ts";

const NOW = Date.parse("2026-05-20T17:00:00Z");
const RUNS = 40;

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };

/** One item per set of media; each run has its own member. */
function dateOf({ hasAudio, hasVideo }: ItemMedia): string {
  return `2026-02-1${Number(hasAudio) * 2 + Number(hasVideo)}`;
}

beforeAll(async () => {
  for (const hasAudio of [false, true]) {
    for (const hasVideo of [false, true]) {
      await createItem(dateOf({ hasAudio, hasVideo }), {
        ...(hasAudio ? { audioKey: await createMedium("audio", new Uint8Array(1)) } : {}),
        ...(hasVideo ? { embedProvider: "vimeo", embedRef: "76979871" } : {}),
      });
    }
  }
});

type Item = { member: Member; ref: string };

async function newItem(media: ItemMedia): Promise<Item> {
  return { member: await createMember(FOREVER), ref: dateOf(media) };
}

function inputFor({ member, ref }: Item) {
  return { caller: { memberId: member.id, member: Promise.resolve(member) }, ref };
}

async function save(item: Item, report: SaveProgressRequest): Promise<SaveProgressResponse> {
  return (await saveProgress(contextAt(NOW), { ...inputFor(item), report })).saved;
}

const media = fc.record({ hasAudio: fc.boolean(), hasVideo: fc.boolean() });
const small = (max: number) => fc.integer({ min: 0, max });
/** Instants from three days ago to one ahead, each in its own minute. */
const minutesBack = fc.integer({ min: -1440, max: 3 * 1440 });
const instantOf = (back: number) => new Date(NOW - back * 60_000).toISOString();
const seconds = fc.double({ min: 0, max: 600, noNaN: true });
const percent = fc.oneof(small(100), fc.double({ min: 79, max: 81, noNaN: true }));
const report = fc.record(
  {
    audioCompleted: fc.boolean(),
    videoCompleted: fc.boolean(),
    totalWatched: fc.boolean(),
    audioProgress: percent,
    videoProgress: percent,
    audioPosition: seconds,
    videoPosition: seconds,
    playback: fc.integer({ min: 1, max: 4 }),
    sequence: small(4),
    epoch: small(3),
    at: minutesBack.map(instantOf),
  },
  { requiredKeys: [] },
);
type Report = typeof report extends fc.Arbitrary<infer Value> ? Value : never;
type Call = { kind: "save"; report: Report } | { kind: "start-over" | "not-done"; epoch: number };
const calls: fc.Arbitrary<Call[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("save" as const), report }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("start-over" as const, "not-done"), epoch: small(3) }) },
  ),
  { minLength: 1, maxLength: 12 },
);

type State = typeof NO_PROGRESS;

/** What docs/rules/progress.md, "Completion", says about one call, in the simplest code. */
function afterCall(stored: State, call: Call, item: ItemMedia): State {
  if (call.kind !== "save") {
    if (call.epoch !== stored.epoch) return stored;
    const back = { audioProgress: 0, videoProgress: 0, audioPosition: 0, videoPosition: 0, at: null };
    const undone = { audioCompleted: false, videoCompleted: false, totalWatched: false };
    return { ...stored, ...back, epoch: stored.epoch + 1, ...(call.kind === "not-done" ? undone : {}) };
  }
  const {
    epoch,
    playback,
    sequence = 0,
    audioPosition,
    videoPosition,
    at,
    ...flags
  } = call.report as SaveProgressRequest;
  if (epoch !== undefined && epoch < stored.epoch) return stored;
  const merged = { ...stored, ...mergeProgress(stored, flags as object, item) };
  if (audioPosition === undefined && videoPosition === undefined) return merged;
  const playedAt = at === undefined || Date.parse(at) > NOW ? new Date(NOW).toISOString() : at;
  if (playback === undefined && stored.at !== null && playedAt < stored.at) return merged;
  const number = playback ?? stored.playback + 1;
  if (number < stored.playback || (number === stored.playback && sequence <= stored.sequence)) return merged;
  return {
    ...merged,
    playback: number,
    sequence,
    at: playedAt,
    audioPosition: audioPosition ?? stored.audioPosition,
    videoPosition: videoPosition ?? stored.videoPosition,
  };
}

function stateOf({ id: _id, date: _date, engagement: _engagement, streak: _streak, ...state }: SaveProgressResponse) {
  return state satisfies State;
}

test("each response follows the rules for any sequence of calls", async () => {
  await fc.assert(
    fc.asyncProperty(media, calls, async (itemMedia, all) => {
      const item = await newItem(itemMedia);
      let expected: State = NO_PROGRESS;
      for (const call of all) {
        const end = call.kind === "start-over" ? startOver : markNotDone;
        const answer =
          call.kind === "save"
            ? await save(item, call.report as SaveProgressRequest)
            : await end(contextAt(NOW), { ...inputFor(item), epoch: call.epoch });
        const before = expected;
        expected = afterCall(before, call, itemMedia);
        expect(stateOf(answer)).toEqual(expected);
        expect(answer.engagement !== undefined).toBe(before.totalWatched !== expected.totalWatched);
        expect(answer.streak !== undefined).toBe(before.totalWatched !== expected.totalWatched);
      }
    }),
    { numRuns: RUNS },
  );
});

type Sent = { device: number; report: SaveProgressRequest };

/** Saves of two devices that play one after the other, in order of arrival, some twice. */
const arrivals = fc
  .tuple(fc.array(seconds, { maxLength: 5 }), fc.array(seconds, { maxLength: 5 }))
  .chain(([first, second]) => {
    const sent = [first, second].flatMap((positions, device) =>
      positions.map((position, index): Sent => {
        const audioProgress = Math.floor(position / 6);
        return {
          device,
          report: { audioPosition: position, audioProgress, playback: device + 1, sequence: index + 1 },
        };
      }),
    );
    const doubled = fc.shuffledSubarray([...sent, ...sent], { minLength: sent.length });
    return fc.tuple(
      fc.constant(sent),
      doubled.map((some) => [...some, ...sent.filter((one) => !some.includes(one))]),
    );
  });

test("saves from two devices may arrive twice and in any order, and the later playback's last save is kept", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async ([sent, arrived]) => {
      const item = await newItem({ hasAudio: true, hasVideo: false });
      const started = [await save(item, { audioPosition: 1 }), await save(item, { audioPosition: 2 })];
      expect(started.map(({ playback }) => playback)).toEqual([1, 2]);
      for (const { report: one } of arrived) await save(item, one);
      const answer = await save(item, {});
      const last = sent.findLast(({ device }) => device === 1)?.report;
      const percents = sent.map(({ report: one }) => one.audioProgress ?? 0);
      expect(answer).toMatchObject({
        playback: 2,
        sequence: last?.sequence ?? 0,
        audioPosition: last?.audioPosition ?? 2,
        audioProgress: Math.max(0, ...percents),
      });
    }),
    { numRuns: RUNS },
  );
});

const late = fc
  .uniqueArray(fc.record({ back: fc.nat(5 * 1440), position: seconds }), {
    selector: ({ back }) => back,
    minLength: 1,
    maxLength: 6,
  })
  .chain((heard) =>
    fc.tuple(
      fc.constant(heard),
      fc.shuffledSubarray([...heard, ...heard], { minLength: heard.length }).map((some) => [...heard, ...some]),
    ),
  );

test("unsaved playbacks may arrive days late, repeated, and in any order, and the one heard last is kept", async () => {
  await fc.assert(
    fc.asyncProperty(late, fc.boolean(), async ([heard, sent], isReversed) => {
      const item = await newItem({ hasAudio: true, hasVideo: false });
      for (const { back, position } of isReversed ? sent.toReversed() : sent) {
        await save(item, { audioPosition: position, audioProgress: position / 6, at: instantOf(back) });
      }
      const last = heard.reduce((newest, one) => (one.back < newest.back ? one : newest));
      expect(await save(item, {})).toMatchObject({
        audioPosition: last.position,
        at: instantOf(last.back),
        audioProgress: Math.max(...heard.map(({ position }) => Math.floor(position / 6))),
      });
    }),
    { numRuns: RUNS },
  );
});

/** Devices' positions by the minute they were played, and whose save arrives next. */
const devices = fc
  .uniqueArray(fc.record({ device: fc.nat(2), back: fc.nat(5 * 1440), position: seconds }), {
    selector: ({ back }) => back,
    minLength: 1,
    maxLength: 8,
  })
  .chain((heard) =>
    fc.tuple(
      fc.constant(heard.toSorted((one, other) => other.back - one.back)),
      fc.shuffledSubarray(
        heard.map(({ device }) => device),
        { minLength: heard.length },
      ),
    ),
  );

test("if overtaken devices restart their numbering, the last position heard wins, in any arrival order", async () => {
  await fc.assert(
    fc.asyncProperty(devices, async ([heard, arrivals]) => {
      const item = await newItem({ hasAudio: true, hasVideo: false });
      const queues = [0, 1, 2].map((device) => heard.filter((one) => one.device === device));
      const numbers = new Map<number, number>();
      for (const [index, device] of arrivals.entries()) {
        const { back, position } = queues[device]?.shift() ?? { back: 0, position: 0 };
        const report = { audioPosition: position, sequence: index + 1, at: instantOf(back) };
        const playback = numbers.get(device);
        const first = await save(item, playback === undefined ? report : { ...report, playback });
        const isTaken = (answer: SaveProgressResponse) => answer.sequence === report.sequence;
        const answer = isTaken(first) || playback === undefined ? first : await save(item, report);
        if (isTaken(answer)) numbers.set(device, answer.playback);
        else numbers.delete(device);
      }
      const last = heard.at(-1);
      expect(await save(item, {})).toMatchObject({
        audioPosition: last?.position,
        at: instantOf(last?.back ?? 0),
      });
    }),
    { numRuns: RUNS },
  );
});

test("simultaneous calls count an item once, and undoing subtracts it once", async () => {
  const item = await newItem({ hasAudio: true, hasVideo: true });
  const counters = async () =>
    (
      await rowsOf(
        "select items_completed, last_completed_date, current_streak from members where id = ?",
        item.member.id,
      )
    )[0];
  const before = await counters();
  const completing = [
    { audioCompleted: true },
    { videoCompleted: true },
    { totalWatched: true },
    { videoProgress: 100 },
  ];
  const answers = await Promise.all([...completing, ...completing].map((one) => save(item, one)));
  expect(answers.filter(({ engagement }) => engagement !== undefined)).toHaveLength(1);
  expect((await counters())?.items_completed).toBe(Number(before?.items_completed) + 1);
  const undone = await Promise.all([0, 0, 0].map((epoch) => markNotDone(contextAt(NOW), { ...inputFor(item), epoch })));
  expect(undone.filter(({ streak }) => streak !== undefined)).toHaveLength(1);
  expect(undone.map(({ epoch, totalWatched }) => ({ epoch, totalWatched }))).toEqual(
    Array.from({ length: 3 }, () => ({ epoch: 1, totalWatched: false })),
  );
  expect(await counters()).toEqual(before);
});
