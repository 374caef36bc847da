import { expect, test } from "vitest";
import { captionsHindrance, readCaptions } from "./web-vtt.ts";

const vttOf = (...cues: string[]) => `WEBVTT\n\n${cues.join("\n\n")}\n`;
const MORNING = "00:00:01.000 --> 00:00:02.500\nGood morning";
const LAST = "00:00:05.000 --> 00:00:06.000\nLast";

test("SubRip captions become WebVTT, despite a BOM, Windows line endings, numbers, and commas", () => {
  const subRip = [
    "\uFEFF1\r\n00:00:01,000 --> 00:00:03,500\r\nStand up.\r\nBreathe.\r\n",
    "2\r\n1:02:03,5 --> 1:02:04,25 X1:10\r\n<i>Begin</i>\r\n",
  ].join("\r\n");
  expect(readCaptions(subRip)).toEqual({
    webVtt: vttOf("00:00:01.000 --> 00:00:03.500\nStand up.\nBreathe.", "01:02:03.500 --> 01:02:04.250\n<i>Begin</i>"),
    total: 2,
    unread: [],
  });
});

test.for([
  ["a short fraction", "00:00:01,00 --> 00:00:02,50"],
  ["one digit everywhere", "0:0:1,0 --> 0:0:2,5"],
  ["no hours", "00:01,000 --> 00:02,500"],
  ["a colon before the fraction", "00:00:01:000 --> 00:00:02:500"],
  ["no hours, and a colon before the fraction", "00:01:000 --> 00:02:500"],
  ["blanks within the times", "00: 00: 01, 000 --> 00: 00: 02, 500"],
  ["no blanks around the arrow", "00:00:01,000-->00:00:02,500"],
  ["a short arrow", "00:00:01,000 -> 00:00:02,500"],
  ["an arrow that a word processor wrote", "00:00:01,000 –> 00:00:02,500"],
  ["a dash for the arrow", "00:00:01,000 – 00:00:02,500"],
  ["full-width digits", "００：００：０１，０００ --> ００：００：０２，５００"],
  ["an end before its beginning", "00:00:02,500 --> 00:00:01,000"],
  ["an empty line below", "00:00:01,000 --> 00:00:02,500\n"],
] as const)("times with %s are read", ([, times]) => {
  const numbered = `1\n${times}\nGood morning\n\n2\n00:00:05,000 --> 00:00:06,000\nLast\n`;
  const unnumbered = `${times}\nGood morning\n00:00:05,000 --> 00:00:06,000\nLast`;
  for (const subRip of [numbered, unnumbered]) {
    expect(readCaptions(subRip)).toEqual({ webVtt: vttOf(MORNING, LAST), total: 2, unread: [] });
  }
});

test("a time without a fraction, past 99 hours, or without a length is shown for as long as it can be", () => {
  const subRip = "1\n100:00:01 --> 100:00:02\nOne\n2\n00:75:00,000 --> 00:75:00,000\nTwo";
  expect(readCaptions(subRip).webVtt).toBe(
    vttOf("100:00:01.000 --> 100:00:02.000\nOne", "01:15:00.000 --> 01:15:01.000\nTwo"),
  );
});

test("only WebVTT's own markup stays, and other text isn't mistaken for markup or times", () => {
  const text = '{\\an8}<font color="#fff">Up & out</font> <B>now</B> 1 < 2 --> 3 &amp; on\nfrom 10:30–11:00';
  const { webVtt, unread } = readCaptions(
    `1\n00:00:00,000 --> 00:00:01,000\n${text}\n10:30 – 11:00\n10:30 → 11:00\n1.5 → 2\n<MAN> Go`,
  );
  expect(webVtt).toContain(
    "\nUp &amp; out <b>now</b> 1 &lt; 2 → 3 &amp; on\nfrom 10:30–11:00\n10:30 – 11:00\n10:30 → 11:00\n1.5 → 2\n&lt;MAN> Go\n",
  );
  expect(unread).toEqual([]);
});

test("an empty caption is dropped, and text after an empty line is kept", () => {
  const subRip =
    "1\n00:00:00,000 --> 00:00:01,000\n\n\n00:00:02,000 --> 00:00:03,000\nHere\n\nand on\n\n3\n00:00:04.000 --> 00:00:05.000\nThere";
  expect(readCaptions(subRip).webVtt).toBe(
    vttOf("00:00:02.000 --> 00:00:03.000\nHere\nand on", "00:00:04.000 --> 00:00:05.000\nThere"),
  );
});

test.for([
  [
    "SubRip",
    "1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:O3,000 --> 00:00:04,000\nTwo\n\n3\nlater --> on\nThree",
  ],
  ["WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:0O3.000 --> 00:04.000\nTwo\n\n3\nlater --> on\nThree"],
] as const)("%s captions whose times can't be read are counted and named by line", ([, text]) => {
  const captions = readCaptions(text);
  expect(captions).toMatchObject({ total: 3, unread: [6, 10] });
  expect(captionsHindrance(captions)).toBe(
    "2 of 3 captions couldn't be read, line 6 and line 10. Correct their times, then choose the file again.",
  );
});

test("a long list of lines is cut", () => {
  expect(captionsHindrance({ webVtt: null, total: 40, unread: [1, 2, 3, 4, 5, 6, 7] })).toContain(
    "line 5, and 2 more.",
  );
});

test("WebVTT keeps its notes, styles, settings, and text, while its times become what browsers read", () => {
  const good =
    "WEBVTT - Dawn\n\nSTYLE\n::cue { color: red }\n\nNOTE a\n\nintro\n00:00:01.000 --> 00:00:02.000 align:start\n<v Ana>Up &amp; out\n\n00:00:02.000 --> 00:00:03.000\n\nNOTE b\n";
  expect(readCaptions(good)).toEqual({ webVtt: good, total: 2, unread: [] });
  expect(
    readCaptions("WEBVTT\n\n0:01,5-->0:02,5 align:start\n\nUp\n\n0:03 --> 0:04\n\nintro\n0:05 --> 0:06\nOn").webVtt,
  ).toBe(
    "WEBVTT\n\n00:00:01.500 --> 00:00:02.500 align:start\nUp\n\n00:00:03.000 --> 00:00:04.000\n\nintro\n00:00:05.000 --> 00:00:06.000\nOn",
  );
});

test.for(["", "Words, and no captions.", "WEBVTT\n\nNOTE nothing", "1\n00:00:01,000 --> 00:00:02,000\n\n"])(
  "text without captions is refused: %s",
  (text) => {
    expect(captionsHindrance(readCaptions(text))).toBe("We found no captions in this file. Save it again as WebVTT.");
  },
);
