import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMedium, createMember } from "#test/worker/factories.ts";
import { mediaPassOf } from "#test/worker/media-pass.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { serveMedium } from "./serve-medium.ts";

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

type Get = { method?: string; headers?: Record<string, string> };

/** A medium for one test, and a function that requests it with a pass. */
async function medium(kind: "audio" | "video" = "audio") {
  const cookie = await mediaPassOf(await createMember());
  const key = await createMedium(kind, BYTES);
  const get = ({ method = "GET", headers = {} }: Get = {}) =>
    request(`/${kind}/${key}`, { method, headers: { cookie, ...headers } });
  return { key, cookie, get };
}

async function bytesOf(response: Response): Promise<number[]> {
  return [...new Uint8Array(await response.arrayBuffer())];
}

test("without a range, the whole file is sent with its type and validators", async () => {
  const { get } = await medium();
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/mpeg",
    "content-length": "1000",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=3600",
    "x-content-type-options": "nosniff",
    etag: expect.stringMatching(/^"[^"]+"$/),
    "last-modified": expect.stringMatching(/GMT$/),
  });
  expect(await bytesOf(response)).toEqual([...BYTES]);
});

test("video is served in ranges, the same way as audio", async () => {
  const { get } = await medium("video");
  const response = await get({ headers: { range: "bytes=0-1" } });
  expect([response.status, response.headers.get("content-type")]).toEqual([206, "video/mp4"]);
});

test.for([
  ["bytes=0-0", 0, 1],
  ["bytes=10-19", 10, 20],
  ["BYTES=10-19", 10, 20],
  ["bytes=990-", 990, 1000],
  ["bytes=-7", 993, 1000],
  ["bytes=0-", 0, 1000],
  ["bytes=500-5000", 500, 1000],
] as const)("%s returns exactly those bytes", async ([range, from, to]) => {
  const { get } = await medium();
  const response = await get({ headers: { range } });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/1000`);
  expect(response.headers.get("content-length")).toBe(String(to - from));
  expect(await bytesOf(response)).toEqual([...BYTES.slice(from, to)]);
});

test.for(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])(
  "%s can't be satisfied, and the response gives the file's length",
  async (range) => {
    const { get } = await medium();
    const response = await get({ headers: { range } });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */1000");
    expect(await bytesOf(response)).toEqual([]);
  },
);

test.for([
  ["bytes=-5", 200],
  ["bytes=-0", 416],
  ["bytes=0-", 416],
  ["bytes=0-0", 416],
  ["bytes=0-1,2-3", 200],
] as const)("for an empty file, %s returns %i", async ([range, status]) => {
  await env.MEDIA.put("public/empty.mp4", new Uint8Array(0), { httpMetadata: { contentType: "video/mp4" } });
  const answer = await request("/media/empty.mp4", { headers: { range } });
  expect([answer.status, await bytesOf(answer)]).toEqual([status, []]);
  expect(answer.headers.get("content-range")).toBe(status === 416 ? "bytes */0" : null);
});

test.for(["bytes=0-1,5-6", "bytes=9-2", "lines=0-3", "nonsense"])(
  "%s is ignored, and the whole file is sent",
  async (range) => {
    const { get } = await medium();
    const response = await get({ headers: { range } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-range")).toBeNull();
    expect(await bytesOf(response)).toHaveLength(1000);
  },
);

/** The bucket, recording the operations called. */
function watchedBucket() {
  const calls: string[] = [];
  const bucket = new Proxy(env.MEDIA, {
    get(target, name) {
      const method = Reflect.get(target, name);
      return (...args: unknown[]) => {
        calls.push(String(name));
        return method.apply(target, args);
      };
    },
  });
  return { bucket, calls };
}

test.for<[string, Record<string, string>, number, string[]]>([
  ["the whole", {}, 200, ["get"]],
  ["what follows a byte", { range: "bytes=500-" }, 206, ["get"]],
  ["all from the first byte on", { range: "bytes=0-" }, 206, ["get"]],
  ["a part with an end", { range: "bytes=0-9" }, 206, ["head", "get"]],
  ["what follows a byte, if nothing has changed", { range: "bytes=500-", "if-range": '"other"' }, 200, ["head", "get"]],
  ["what it may have already", { "if-none-match": '"other"' }, 200, ["head", "get"]],
  ["what begins after the end", { range: "bytes=1000-" }, 416, ["get", "head"]],
])("a player that asks for %s causes the expected number of R2 reads", async ([, headers, status, reads]) => {
  const key = await createMedium("audio", BYTES);
  const { bucket, calls } = watchedBucket();
  const response = await serveMedium(bucket, "members", key, new Request("https://daybolt.example", { headers }));
  expect([response.status, calls]).toEqual([status, reads]);
  const from = status === 206 ? Number(/\d+/.exec(headers.range ?? "")) : 0;
  const to = headers.range === "bytes=0-9" ? 10 : BYTES.length;
  expect(await bytesOf(response)).toEqual(status === 416 ? [] : [...BYTES.slice(from, to)]);
});

test("a failing bucket causes an error, not an early end of the file", async () => {
  const key = await createMedium("audio", BYTES);
  const bucket = new Proxy(env.MEDIA, {
    get: () => () => Promise.reject(new Error("We encountered an internal error (10001)")),
  });
  const asked = new Request("https://daybolt.example", { headers: { range: "bytes=5-" } });
  await expect(serveMedium(bucket, "members", key, asked)).rejects.toThrow("internal error");
});

test("HEAD returns GET's headers without a body", async () => {
  const { get } = await medium();
  const whole = await get({ method: "HEAD" });
  expect([whole.status, whole.headers.get("content-length")]).toEqual([200, "1000"]);
  expect(await bytesOf(whole)).toEqual([]);
  const part = await get({ method: "HEAD", headers: { range: "bytes=0-9" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([200, null]);
});

test("a browser that already has the file gets a 304, by tag or date", async () => {
  const { get } = await medium();
  const first = await get();
  const [etag, date] = [first.headers.get("etag") ?? "", first.headers.get("last-modified") ?? ""];
  const earlier = new Date(Date.parse(date) - 60_000).toUTCString();
  const conditions: [Record<string, string>, number][] = [
    [{ "if-none-match": etag }, 304],
    [{ "if-none-match": `W/${etag}` }, 304],
    [{ "if-none-match": `"other", ${etag}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"other"' }, 200],
    [{ "if-modified-since": date }, 304],
    [{ "if-modified-since": earlier }, 200],
    [{ "if-modified-since": "yesterday" }, 200],
    [{ "if-none-match": '"other"', "if-modified-since": date }, 200],
    [{ "if-none-match": etag, range: "bytes=0-1" }, 304],
    [{ "if-none-match": etag, range: "bytes=5000-" }, 304],
    [{ "if-none-match": `${etag},${" ".repeat(20_000)}"other"` }, 200],
  ];
  for (const [headers, status] of conditions) {
    const response = await get({ headers });
    expect(response.status, JSON.stringify(headers)).toBe(status);
    expect(response.headers.get("etag")).toBe(etag);
    if (status === 304) expect(await bytesOf(response)).toEqual([]);
    expect((await get({ method: "HEAD", headers })).status, `HEAD ${JSON.stringify(headers)}`).toBe(status);
  }
});

test("If-Range allows a range only for exactly the same file", async () => {
  const { get } = await medium();
  const first = await get({ method: "HEAD" });
  const [etag, date] = [first.headers.get("etag") ?? "", first.headers.get("last-modified") ?? ""];
  const statusIf = async (condition: string) =>
    (await get({ headers: { range: "bytes=0-9", "if-range": condition } })).status;
  expect(await statusIf(etag)).toBe(206);
  expect(await statusIf(date)).toBe(206);
  expect(await statusIf('"older"')).toBe(200);
  expect(await statusIf(`W/${etag}`)).toBe(200);
  for (const earlier of [new Date(0).toUTCString(), "yesterday"]) expect(await statusIf(earlier)).toBe(200);
  const pastEnd = { range: "bytes=5000-" };
  expect((await get({ headers: { ...pastEnd, "if-range": etag } })).status).toBe(416);
  expect((await get({ headers: { ...pastEnd, "if-range": '"older"' } })).status).toBe(200);
});

test("without a pass nothing is served, whether or not the file exists", async () => {
  const { key } = await medium();
  for (const path of [`/audio/${key}`, "/audio/none.mp3", `/video/${key}`]) {
    for (const range of ["", "bytes=0-1"]) {
      const response = await request(path, { headers: { range } });
      expect(response.status, path).toBe(401);
      expect(await response.json()).toMatchObject({ error: "Log in to play this.", code: "unauthorized" });
    }
  }
  expect((await request(`/audio/${key}`, { method: "HEAD" })).status).toBe(401);
});

test.for(["none.mp3", "..%2Fsecret.mp3", "UPPER.MP3", ".mp3", "a", "a%00.mp3", "%E0%A4%A", `${"a".repeat(300)}.mp3`])(
  "the key %s isn't found",
  async (key) => {
    const { cookie } = await medium();
    const response = await request(`/audio/${key}`, { headers: { cookie } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  },
);

/** A public file for one test. */
async function publicMedium() {
  const filename = `test-${crypto.randomUUID().slice(0, 13)}.mp4`;
  await env.MEDIA.put(`public/${filename}`, BYTES, { httpMetadata: { contentType: "video/mp4" } });
  return filename;
}

test("public files are open to anyone, whole or in ranges, and can be cached forever", async () => {
  const path = `/media/${await publicMedium()}`;
  const whole = await request(path);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "1000",
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(whole.headers.get("set-cookie")).toBeNull();
  expect(await bytesOf(whole)).toEqual([...BYTES]);
  const etag = whole.headers.get("etag") ?? "";
  const part = await request(path, { headers: { range: "bytes=10-19" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/1000"]);
  expect(await bytesOf(part)).toEqual([...BYTES.slice(10, 20)]);
  const head = await request(path, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await bytesOf(head)]).toEqual([200, "1000", []]);
  expect((await request(path, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("a response without the file is never cached", async () => {
  const response = await request(`/media/${await publicMedium()}`, { headers: { range: "bytes=1000-" } });
  expect([response.status, response.headers.get("cache-control")]).toEqual([416, "no-store"]);
});

test("the public route never reaches members' files, and the members' routes never reach public ones", async () => {
  const { key, cookie } = await medium("video");
  const filename = await publicMedium();
  const tricks = [
    key,
    `%2F${key}`,
    `..%2F${key}`,
    `%2e%2e%2f${key}`,
    `../video/${key}`,
    `../${key}`,
    `.%2F..%2F${key}`,
    `..%5C${key}`,
    `x%2F..%2F..%2F${key}`,
    `%252e%252e%252f${key}`,
    `public%2F..%2F${key}`,
    `public/../${key}`,
    `/${key}`,
    `${key}%00.mp4`,
    `${filename}%2F..%2F..%2F${key}`,
    `${filename}/../../${key}`,
    `public%2F${filename}`,
    `public/${filename}`,
    filename.toUpperCase(),
  ];
  for (const trick of tricks) {
    const response = await request(`/media/${trick}`);
    expect([response.headers.get("content-type"), response.ok], trick).not.toEqual(["video/mp4", true]);
    expect([401, 404], trick).toContain(response.status);
  }
  for (const trick of [filename, `public%2F${filename}`, `public/${filename}`, `..%2Fmedia%2F${filename}`]) {
    expect((await request(`/video/${trick}`, { headers: { cookie } })).status, trick).toBe(404);
  }
  // The same files are served to members with access.
  expect((await request(`/video/${key}`, { headers: { cookie } })).status).toBe(200);
  expect((await request(`/media/${filename}`)).status).toBe(200);
});

test("a player's range request uses no D1 query, and neither does a public file", async () => {
  const { key, cookie } = await medium();
  const DB = new Proxy(
    {},
    {
      get(_, name) {
        throw new Error(`D1 was asked: ${String(name)}`);
      },
    },
  );
  const response = await requestWith({ DB }, `/audio/${key}`, { headers: { cookie, range: "bytes=0-9" } });
  expect([response.status, (await bytesOf(response)).length]).toEqual([206, 10]);
  const filename = await publicMedium();
  expect((await requestWith({ DB }, `/media/${filename}`, { headers: { range: "bytes=0-9" } })).status).toBe(206);
  // The same trap catches a route that does use the database.
  expect((await requestWith({ DB }, "/api/admin/stats", { admin: true })).status).toBe(500);
});
