import { expect, test } from "vitest";
import { webVttOf } from "./web-vtt.ts";

test("SubRip captions become WebVTT, despite a BOM, Windows line endings, numbers, and commas", () => {
  const subRip = [
    "\uFEFF1\r\n00:00:01,000 --> 00:00:03,500\r\nStand up.\r\nBreathe.\r\n",
    "2\r\n1:02:03,5 --> 1:02:04,25 X1:10\r\n<i>Begin</i>\r\n",
  ].join("\r\n");
  expect(webVttOf(subRip)).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nStand up.\nBreathe.\n\n01:02:03.500 --> 01:02:04.250\n<i>Begin</i>\n",
  );
});

test("only WebVTT's own markup stays, and other text isn't mistaken for markup or times", () => {
  const text = '{\\an8}<font color="#fff">Up & out</font> <b>now</b> 1 < 2 --> 3 &amp; on';
  expect(webVttOf(`1\n00:00:00,000 --> 00:00:01,000\n${text}`)).toContain(
    "\nUp &amp; out <b>now</b> 1 &lt; 2 → 3 &amp; on\n",
  );
});

test("an empty caption is dropped, and one without a number or after extra blank lines is kept", () => {
  const subRip =
    "1\n00:00:00,000 --> 00:00:01,000\n\n\n00:00:02,000 --> 00:00:03,000\nHere\n\n\n\n3\n00:00:04.000 --> 00:00:05.000\nThere";
  expect(webVttOf(subRip)).toBe(
    "WEBVTT\n\n00:00:02.000 --> 00:00:03.000\nHere\n\n00:00:04.000 --> 00:00:05.000\nThere\n",
  );
});

test.for(["", "Words, and no captions.", "1\n00:00 --> 00:01\nNo hours"])(
  "text without captions is rejected: %s",
  (text) => {
    expect(webVttOf(text)).toBeNull();
  },
);
