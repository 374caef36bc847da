import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeProgress, NO_PROGRESS, type Progress, progressPercent } from "./completion.ts";

const BOTH = { hasAudio: true, hasVideo: true };
const AUDIO_ONLY = { hasAudio: true, hasVideo: false };
const NO_MEDIA = { hasAudio: false, hasVideo: false };

const media = fc.constantFrom(BOTH, AUDIO_ONLY, NO_MEDIA, { hasAudio: false, hasVideo: true });
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const report = fc.record(
  {
    audioCompleted: fc.boolean(),
    videoCompleted: fc.boolean(),
    totalWatched: fc.boolean(),
    audioProgress: percent,
    videoProgress: percent,
  },
  { requiredKeys: [] },
);

function after(reports: Partial<Progress>[], item: typeof BOTH): Progress {
  return reports.reduce<Progress>((stored, next) => mergeProgress(stored, next, item), NO_PROGRESS);
}

test("the order of progress reports doesn't matter", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 6 }), media, fc.infiniteStream(fc.nat()), (reports, item, keys) => {
      const shuffled = reports.map((value) => ({ value, key: keys.next().value })).sort((a, b) => a.key - b.key);
      expect(
        after(
          shuffled.map(({ value }) => value),
          item,
        ),
      ).toEqual(after(reports, item));
    }),
  );
});

test("a duplicate progress report changes nothing", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 4 }), report, media, (earlier, repeated, item) => {
      expect(after([...earlier, repeated, repeated], item)).toEqual(after([...earlier, repeated], item));
    }),
  );
});

test("no player report undoes a member's progress or completion", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 4 }), report, media, (earlier, next, item) => {
      const stored = after(earlier, item);
      const merged = mergeProgress(stored, next, item);
      for (const key of Object.keys(merged) as (keyof Progress)[]) {
        expect(Number(merged[key])).toBeGreaterThanOrEqual(Number(stored[key]));
      }
    }),
  );
});

test("percentages stay whole numbers from 0 to 100, whatever is reported", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (audioProgress, videoProgress) => {
      const merged = mergeProgress(NO_PROGRESS, { audioProgress, videoProgress }, BOTH);
      for (const value of [merged.audioProgress, merged.videoProgress]) {
        expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true);
      }
    }),
  );
});

test("a session is complete exactly when all its media are, or when it was marked complete", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 5 }), media, (reports, item) => {
      const merged = after(reports, item);
      const done = (!item.hasAudio || merged.audioCompleted) && (!item.hasVideo || merged.videoCompleted);
      const everyMedium = (item.hasAudio || item.hasVideo) && done;
      const isMarked = reports.some(({ totalWatched }) => totalWatched);
      expect(merged.totalWatched).toBe(everyMedium || isMarked);
    }),
  );
});

test("80 percent completes a medium, and 79.9 percent doesn't", () => {
  expect(mergeProgress(NO_PROGRESS, { audioProgress: 79.9 }, AUDIO_ONLY)).toMatchObject({ audioCompleted: false });
  expect(mergeProgress(NO_PROGRESS, { audioProgress: 80 }, AUDIO_ONLY)).toMatchObject({
    audioCompleted: true,
    totalWatched: true,
  });
});

test("a session with two media stays open until both are completed", () => {
  const heard = mergeProgress(NO_PROGRESS, { audioCompleted: true }, BOTH);
  expect(heard).toMatchObject({ audioCompleted: true, totalWatched: false });
  expect(mergeProgress(heard, { videoProgress: 93 }, BOTH)).toMatchObject({ videoCompleted: true, totalWatched: true });
});

test("a medium the item doesn't have can't be completed", () => {
  expect(mergeProgress(NO_PROGRESS, { videoCompleted: true, videoProgress: 100 }, AUDIO_ONLY)).toMatchObject({
    videoCompleted: false,
    totalWatched: false,
  });
});

test("an item without media is completed only by marking it", () => {
  expect(mergeProgress(NO_PROGRESS, { audioProgress: 100 }, NO_MEDIA).totalWatched).toBe(false);
  expect(mergeProgress(NO_PROGRESS, { totalWatched: true }, NO_MEDIA).totalWatched).toBe(true);
});

test("progress is the mean of an item's media, and reaches 100 only on completion", () => {
  const through = (progress: Partial<Progress>, item = BOTH) => progressPercent({ ...NO_PROGRESS, ...progress }, item);
  expect(through({ audioProgress: 41 })).toBe(20);
  expect(through({ audioProgress: 41, videoProgress: 60 })).toBe(50);
  expect(through({ audioCompleted: true, audioProgress: 80 })).toBe(50);
  expect(through({ audioProgress: 79 }, AUDIO_ONLY)).toBe(79);
  expect(through({ audioProgress: 100 }, AUDIO_ONLY)).toBe(99);
  expect(through({ videoProgress: 60 }, AUDIO_ONLY)).toBe(0);
  expect(through({ audioProgress: 60 }, NO_MEDIA)).toBe(0);
  expect(through({ totalWatched: true }, NO_MEDIA)).toBe(100);
});

test("an item's percentage never drops as saves come in, and is 100 exactly when it's completed", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 5 }), report, media, (earlier, next, item) => {
      const stored = after(earlier, item);
      const merged = mergeProgress(stored, next, item);
      const percentOf = (progress: Progress) => progressPercent(progress, item);
      expect(percentOf(merged)).toBeGreaterThanOrEqual(percentOf(stored));
      expect(percentOf(merged) === 100).toBe(merged.totalWatched);
    }),
  );
});
