import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { preflightResponse } from "#domain/contract/content/library.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createItem, createMedium } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { sandboxUrl } from "#test/worker/sandbox.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

let day = 0;
function freshDate(): string {
  day += 1;
  return addDays("2031-04-01", day);
}

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

test("a file is looked for in storage, and the mail is rendered", async () => {
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
] as const)("%s %s: %o", async ([embedProvider, embedRef, answer, expected]) => {
  const asked = provide(answer instanceof Error ? answer : answer.clone());
  const item = await createItem(freshDate(), { embedProvider, embedRef });
  expect(await check(item.id)).toMatchObject(expected);
  expect(asked).toEqual([{ url: expect.stringContaining(embedRef), referer: `${env.APP_URL}/` }]);
});

const LINKS = "Links in the description";

/** Requests to public names go over the network as usual, but to the sandbox. */
function lendSandbox() {
  const asked: [method: string | undefined, url: string][] = [];
  const go = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const { hostname, pathname } = new URL(url);
    asked.push([init.method, url]);
    return go(new URL(pathname, hostname === "gone.daybolt.com" ? "http://127.0.0.1:9" : sandboxUrl), init);
  });
  return asked;
}

test("a description's links are asked for, and what does not answer is a warning; private and our own addresses are not asked", async () => {
  const asked = lendSandbox();
  const of = async (description: string) => (await check((await createItem(freshDate(), { description })).id))[LINKS];
  expect(await of("No link.")).toBeUndefined();
  expect(await of("Look at https://there.daybolt.com/paypal.")).toBe("pass");
  expect(await of("Look at https://there.daybolt.com/no-such-page.")).toBe("warning");
  expect(await of("Look at https://gone.daybolt.com/.")).toBe("warning");
  expect(asked.map(([, url]) => url)).toEqual([
    "https://there.daybolt.com/paypal",
    "https://there.daybolt.com/no-such-page",
    "https://gone.daybolt.com/",
  ]);
  expect(await of(`Write at ${env.APP_URL}/refund-requests.`)).toBe("pass");
  expect(await of(`Write at ${env.APP_URL}/nowhere.`)).toBe("warning");
  expect(await of("See https://127.0.0.1/admin and http://there.daybolt.com/paypal.")).toBe("warning");
  expect(asked).toHaveLength(3);
});

test("a site that knows no HEAD is asked with GET, a redirect is an answer and not followed, and what is kept from programs is there", async () => {
  const of = async (...statuses: number[]) => {
    const asked: [method: string | undefined, redirect: string | undefined][] = [];
    vi.stubGlobal("fetch", async (_: string, { method, redirect }: RequestInit) => {
      asked.push([method, redirect]);
      return new Response(null, { status: statuses.shift() ?? 500 });
    });
    const item = await createItem(freshDate(), { description: "https://there.daybolt.com/" });
    return [
      (await check(item.id))[LINKS],
      asked.map(([method]) => method).join(),
      asked.every(([, r]) => r === "manual"),
    ];
  };
  expect(await of(405, 200)).toEqual(["pass", "HEAD,GET", true]);
  expect(await of(501, 404)).toEqual(["warning", "HEAD,GET", true]);
  expect(await of(302)).toEqual(["pass", "HEAD", true]);
  expect(await of(403)).toEqual(["pass", "HEAD", true]);
  expect(await of(503)).toEqual(["warning", "HEAD", true]);
});

test("an item that does not exist has no preflight", async () => {
  expect((await requestWith({}, "/api/content/2031-12-31/preflight", { admin: true })).status).toBe(404);
});
