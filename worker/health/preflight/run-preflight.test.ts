import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { preflightResponse } from "#domain/contract/content/library.ts";
import { datesAfter } from "#test/support/fixtures.ts";
import { createItem, createMedium } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const freshDate = datesAfter("2031-04-01");

async function check(ref: string) {
  const response = await requestWith({}, `/api/content/${ref}/preflight`, { admin: true });
  expect(response.status).toBe(200);
  const lines = preflightResponse.parse(await response.json());
  return Object.fromEntries(lines.map(({ check, result }) => [check, result]));
}

/** A provider with this response; an error means it can't be reached. */
function provide(answer: Response | Error) {
  const asked: { url: string; referer: string | null }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, referer: new Headers(init.headers).get("referer") });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return asked;
}

test("preflight checks that files are in storage and renders the email", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const item = await createItem(freshDate(), { audioKey });
  expect(await check(item.id)).toMatchObject({
    Audio: "pass",
    "Audio length": "warning",
    "Email size": "pass",
    "Email links": "pass",
  });
  await env.MEDIA.delete(audioKey);
  expect(await check(item.date)).toMatchObject({ Audio: "fail" });
});

test.for([
  ["youtube", "dQw4w9WgXcQ", Response.json({ type: "video" }), { "YouTube video": "pass" }],
  ["youtube", "dQw4w9WgXcQ", new Response("Unauthorized", { status: 401 }), { "YouTube video": "fail" }],
  ["youtube", "dQw4w9WgXcQ", new Response("Not Found", { status: 404 }), { "YouTube video": "fail" }],
  [
    "vimeo",
    "76979871",
    Response.json({ type: "video", duration: 62 }),
    { "Vimeo video": "pass", "Vimeo video length": "pass" },
  ],
  ["vimeo", "76979871", Response.json({ type: "video", duration: 2 }), { "Vimeo video length": "fail" }],
  ["vimeo", "76979871", Response.json({ type: "video", domain_status_code: 403 }), { "Vimeo video": "fail" }],
  ["vimeo", "76979871", Response.json({ type: "rich" }), { "Vimeo video": "warning" }],
  ["vimeo", "76979871", new Response("<html>", { status: 200 }), { "Vimeo video": "warning" }],
  ["vimeo", "76979871", new Response("", { status: 500 }), { "Vimeo video": "warning" }],
  ["vimeo", "76979871", new TypeError("no network"), { "Vimeo video": "warning" }],
] as const)(
  "a %s video (%s) is judged by the provider's response: %o",
  async ([embedProvider, embedRef, answer, expected]) => {
    const asked = provide(answer instanceof Error ? answer : answer.clone());
    const item = await createItem(freshDate(), { embedProvider, embedRef });
    expect(await check(item.id)).toMatchObject(expected);
    expect(asked).toEqual([{ url: expect.stringContaining(embedRef), referer: `${env.APP_URL}/` }]);
  },
);

test("a description's links are never opened, and a missing page of our own is a warning", async () => {
  const asked = provide(new Response(""));
  const description = `See https://there.example.com/ and ${env.APP_URL}/nowhere.`;
  const item = await createItem(freshDate(), { description });
  expect(await check(item.id)).toMatchObject({ "Links in the description": "warning" });
  expect(asked).toEqual([]);
});

test("an item that doesn't exist has no preflight", async () => {
  expect((await requestWith({}, "/api/content/2031-12-31/preflight", { admin: true })).status).toBe(404);
});
