import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { request } from "#test/worker/request.ts";

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const NAMES = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

let [etag, uploadedAt] = ["", 0];

beforeAll(async () => {
  const httpMetadata = { contentType: "video/mp4" };
  await env.MEDIA.put("public/rfc9110.mp4", BYTES, { httpMetadata });
  await env.MEDIA.put("public/empty.mp4", new Uint8Array(0), { httpMetadata });
  const head = await request("/media/rfc9110.mp4", { method: "HEAD" });
  etag = head.headers.get("etag") ?? "";
  uploadedAt = Date.parse(head.headers.get("last-modified") ?? "");
});

/** The three date formats, some days from when the medium was stored. */
const imf = (days: number) => new Date(uploadedAt + days * DAY_MS).toUTCString();
function parts(days: number) {
  const [, day = "", month = "", year = "", time = ""] = imf(days).split(" ");
  const name = NAMES[new Date(uploadedAt + days * DAY_MS).getUTCDay()] ?? "";
  return { name, day, month, year, time };
}
function rfc850(days: number): string {
  const { name, day, month, year, time } = parts(days);
  return `${name}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}
function asctime(days: number): string {
  const { name, day, month, year, time } = parts(days);
  return `${name.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
}

type Headers = Record<string, string | (() => string)>;
/** Request headers, the status of GET, and the bytes returned if not all; HEAD ignores ranges. */
type Line = [headers: Headers, status: number, bytes?: readonly [from: number, to: number]];

const TAG = () => etag;
const WEAK = () => `W/${etag}`;
const LISTED = () => `"other", ${etag}`;
const at = (form: (days: number) => string, days: number) => () => form(days);

const TABLE: Line[] = [
  [{}, 200],
  // Section 14: ranges.
  [{ range: "bytes=0-0" }, 206, [0, 1]],
  [{ range: "bytes=10-19" }, 206, [10, 20]],
  [{ range: "BYTES=10-19" }, 206, [10, 20]],
  [{ range: "bytes=999-999" }, 206, [999, 1000]],
  [{ range: "bytes=990-" }, 206, [990, 1000]],
  [{ range: "bytes=0-" }, 206, [0, 1000]],
  [{ range: "bytes=500-5000" }, 206, [500, 1000]],
  [{ range: "bytes=-7" }, 206, [993, 1000]],
  [{ range: "bytes=-5000" }, 206, [0, 1000]],
  [{ range: "bytes=1000-" }, 416],
  [{ range: "bytes=1000-1001" }, 416],
  [{ range: "bytes=-0" }, 416],
  // A server may ignore multiple ranges (14.2) and must ignore malformed ones and other units.
  [{ range: "bytes=0-1,5-6" }, 200],
  [{ range: "bytes=0-1, -5" }, 200],
  [{ range: "bytes=9-2" }, 200],
  [{ range: "bytes=-" }, 200],
  [{ range: "bytes=" }, 200],
  [{ range: "bytes=a-b" }, 200],
  [{ range: "bytes=1.5-2" }, 200],
  [{ range: "lines=0-3" }, 200],
  [{ range: "nonsense" }, 200],
  // 13.1.1: If-Match compares strongly.
  [{ "if-match": TAG }, 200],
  [{ "if-match": LISTED }, 200],
  [{ "if-match": "*" }, 200],
  [{ "if-match": '"other"' }, 412],
  [{ "if-match": WEAK }, 412],
  // 13.1.2: If-None-Match compares weakly.
  [{ "if-none-match": TAG }, 304],
  [{ "if-none-match": WEAK }, 304],
  [{ "if-none-match": LISTED }, 304],
  [{ "if-none-match": "*" }, 304],
  [{ "if-none-match": '"other"' }, 200],
  // 13.1.3 and 13.1.4: dates, in any of the formats and no others.
  ...[imf, rfc850, asctime].flatMap((form): Line[] => [
    [{ "if-modified-since": at(form, 0) }, 304],
    [{ "if-modified-since": at(form, 1) }, 304],
    [{ "if-modified-since": at(form, -1) }, 200],
    [{ "if-unmodified-since": at(form, 0) }, 200],
    [{ "if-unmodified-since": at(form, 1) }, 200],
    [{ "if-unmodified-since": at(form, -1) }, 412],
    [{ "if-range": at(form, 0), range: "bytes=0-9" }, 206, [0, 10]],
    [{ "if-range": at(form, 1), range: "bytes=0-9" }, 200],
    [{ "if-range": at(form, -1), range: "bytes=0-9" }, 200],
  ]),
  ...[
    "2020-01-01",
    "1",
    "0",
    "2099-01-01T00:00:00Z",
    "Jan 1 2020",
    "yesterday",
    "Wed, 31 Feb 2020 00:00:00 GMT",
  ].flatMap((words): Line[] => [
    [{ "if-modified-since": words }, 200],
    [{ "if-unmodified-since": words }, 200],
    [{ "if-range": words, range: "bytes=0-9" }, 200],
  ]),
  [{ "if-modified-since": () => imf(1).replace("GMT", "EST") }, 200],
  [{ "if-modified-since": () => new Date(uploadedAt + DAY_MS).toISOString() }, 200],
  // 13.1.5: If-Range requires the exact same medium.
  [{ "if-range": TAG, range: "bytes=0-9" }, 206, [0, 10]],
  [{ "if-range": WEAK, range: "bytes=0-9" }, 200],
  [{ "if-range": '"other"', range: "bytes=0-9" }, 200],
  [{ "if-range": '"other"', range: "bytes=1000-" }, 200],
  [{ "if-range": TAG, range: "bytes=1000-" }, 416],
  [{ "if-range": '"other"' }, 200],
  // 13.2.2: precedence.
  [{ "if-match": TAG, "if-unmodified-since": at(imf, -1) }, 200],
  [{ "if-match": '"other"', "if-none-match": TAG }, 412],
  [{ "if-match": TAG, "if-none-match": TAG }, 304],
  [{ "if-unmodified-since": at(imf, -1), "if-none-match": TAG }, 412],
  [{ "if-none-match": '"other"', "if-modified-since": at(imf, 1) }, 200],
  [{ "if-match": '"other"', range: "bytes=0-9" }, 412],
  [{ "if-none-match": TAG, range: "bytes=0-9" }, 304],
  [{ "if-none-match": TAG, range: "bytes=1000-" }, 304],
  [{ "if-match": TAG, range: "bytes=0-9" }, 206, [0, 10]],
  [{ "if-unmodified-since": at(imf, 0), range: "bytes=1000-" }, 416],
];

test("each precondition and range is answered as RFC 9110 says, for GET and HEAD", async () => {
  for (const [said, status, [from, to] = [0, 1000]] of TABLE) {
    const headers = Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, typeof value === "string" ? value : value()]),
    );
    const words = JSON.stringify(headers);
    const answer = await request("/media/rfc9110.mp4", { headers });
    const bytes = [...new Uint8Array(await answer.arrayBuffer())];
    const has = (name: string) => answer.headers.get(name);
    expect(answer.status, words).toBe(status);
    expect([has("etag"), has("last-modified"), has("accept-ranges")], words).toEqual([etag, imf(0), "bytes"]);
    expect(bytes, words).toEqual(status === 200 || status === 206 ? [...BYTES.slice(from, to)] : []);
    const range = { 206: `bytes ${from}-${to - 1}/1000`, 416: "bytes */1000" }[status] ?? null;
    expect(has("content-range"), words).toBe(range);
    if (status === 200 || status === 206) expect(has("content-length"), words).toBe(String(to - from));

    const head = await request("/media/rfc9110.mp4", { method: "HEAD", headers });
    expect(head.status, `HEAD ${words}`).toBe(status === 206 || status === 416 ? 200 : status);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  }
});

test.for([
  ["bytes=-5", 200],
  ["bytes=-0", 416],
  ["bytes=0-", 416],
  ["bytes=0-0", 416],
  ["bytes=0-1,2-3", 200],
] as const)("for an empty file, %s returns %i", async ([range, status]) => {
  const answer = await request("/media/empty.mp4", { headers: { range } });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([status, 0]);
  expect(answer.headers.get("content-range")).toBe(status === 416 ? "bytes */0" : null);
});
