import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { mediaList } from "#domain/contract/content/library.ts";
import { createMedium } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const list = async (query: string) =>
  mediaList.parse(await (await request(`/api/admin/media${query}`, { admin: true })).json());

test("media are listed by kind, newest first, and found by part of their title", async () => {
  const [old, young] = [await createMedium("audio", new Uint8Array(3)), await createMedium("audio", new Uint8Array(4))];
  const video = await createMedium("video", new Uint8Array(5));
  await env.DB.prepare("update media set created_at = 5, title = 'Sunrise run' where key = ?").bind(old).run();
  expect(await list("?kind=video")).toMatchObject([{ key: video, contentType: "video/mp4", sizeBytes: 5 }]);
  expect((await list("?kind=audio")).map(({ key }) => key)).toEqual([young, old]);
  expect((await list("?kind=audio&search=RISE")).map(({ key }) => key)).toEqual([old]);
  expect(await list("?kind=captions")).toEqual([]);
  expect((await list(`?kind=audio&key=${old}`)).map(({ title }) => title)).toEqual(["Sunrise run"]);
  expect(await list(`?kind=video&key=${old}`)).toEqual([]);
});

test.for(["", "?kind=picture"])("the query %j is refused", async (query) => {
  expect((await request(`/api/admin/media${query}`, { admin: true })).status).toBe(400);
});
