import { expect, test } from "vitest";
import { mayBeGoingOut, readSheet } from "./sheets.ts";

test.for<[string, string]>([
  ["a CSV file of Excel", "Date;Title;Video URL\r\n2026-12-03;Rise;https://vimeo.com/1\r\n"],
  ["cells copied from a spreadsheet", "date\ttitle\tvideo_url\n3 Dec 2026\tRise\thttps://vimeo.com/1"],
  ["columns in another order, with one we don't know", "Speaker,URL,Day,Name\nAna,https://vimeo.com/1,Dec 3 2026,Rise"],
])("%s is read by its header", ([, text]) => {
  expect(readSheet(text)?.map(({ line, problem, ...row }) => row)).toEqual([
    { date: "2026-12-03", title: "Rise", youtubeUrl: "https://vimeo.com/1" },
  ]);
});

test("cells without a header are read in the order of the export", () => {
  expect(readSheet("2026-12-03\tRise\tGo.\n\n2026-12-04\tShine")).toEqual([
    {
      line: 1,
      date: "2026-12-03",
      problem: null,
      title: "Rise",
      description: "Go.",
      youtubeUrl: "",
      transcript: "",
      status: "",
    },
    {
      line: 3,
      date: "2026-12-04",
      problem: null,
      title: "Shine",
      description: "",
      youtubeUrl: "",
      transcript: "",
      status: "",
    },
  ]);
});

test("a text without dates isn't a sheet", () => {
  expect(readSheet("title,description\nRise,Go.")).toBeNull();
  expect(readSheet("")).toBeNull();
});

test("rows name what is wrong with their dates", () => {
  const problems = (text: string) => readSheet(text)?.map(({ line, problem }) => [line, problem]);
  expect(problems("date,title\n2026-02-31,A\n2026-12-03,B\nDec 3 2026,C")).toEqual([
    [2, "We can't read its date. Write it as YYYY-MM-DD."],
    [3, null],
    [4, "An earlier row has the same date."],
  ]);
  expect(problems("date\n5/6/2026")).toEqual([[2, "Its date can be read two ways. Write it as YYYY-MM-DD."]]);
  // Another date decides it.
  expect(problems("date\n5/6/2026\n5/13/2026")).toEqual([
    [2, null],
    [3, null],
  ]);
});

test.for([
  ["2026-12-04", false],
  ["2026-12-03", true],
  ["2026-12-01", true],
  ["2026-11-30", false],
] as const)("while %s may still be sent somewhere is %s", ([date, isSo]) => {
  expect(mayBeGoingOut(date, "2026-12-03")).toBe(isSo);
});
