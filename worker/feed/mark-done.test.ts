import { beforeAll, expect, test } from "vitest";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, rowsOf, setMember } from "#test/worker/factories.ts";
import { addFeed, pathsIn } from "#test/worker/feeds.ts";
import { request } from "#test/worker/request.ts";

let itemId = "";

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  ({ id: itemId } = await createItem(dayAhead(0), { audioKey, embedProvider: "vimeo", embedRef: "76979871" }));
});

/** A member, and what the link in today's notes holds. */
async function linkOf() {
  const member = await createMember();
  const { path, feed } = await addFeed(member);
  const paths = pathsIn(await (await request(path)).text());
  const link = Object.fromEntries(new URL(paths.done[0] ?? "", "http://localhost").searchParams);
  const post = (json: object) => request("/api/episodes/done", { json });
  const done = () =>
    rowsOf("select total_watched, completed_date from progress_in_words where member_id = ?", member.id);
  return { member, feed, paths, link, post, done };
}

test("downloading a session never counts as listening, but its link's button does, once", async () => {
  const { paths, link, post, done } = await linkOf();
  expect(link).toMatchObject({ item: itemId });
  await (await request(paths.audio[0] ?? "")).arrayBuffer();
  expect(await done()).toEqual([]);
  // Opening the page changes nothing.
  await request(paths.done[0] ?? "");
  expect(await done()).toEqual([]);
  for (let click = 0; click < 2; click += 1) expect((await post(link)).status).toBe(200);
  expect(await done()).toEqual([{ total_watched: 1, completed_date: expect.any(String) }]);
});

test("a forged link, an audio signature, expired access, or a closed account marks nothing as done", async () => {
  const { member, paths, link, post, done } = await linkOf();
  const [, , , , audioSignature = ""] = (paths.audio[0] ?? "").split("/");
  for (const wrong of [{ key: "A".repeat(43) }, { key: audioSignature }, { item: crypto.randomUUID() }, { key: "" }])
    expect((await post({ ...link, ...wrong })).status).toBe(400);
  await setMember(member.id, { accessEndsAt: Date.now() - 1 });
  expect((await post(link)).status).toBe(403);
  await setMember(member.id, { accessEndsAt: Date.now() + 60_000, deletedAt: Date.now() });
  expect((await post(link)).status).toBe(404);
  expect(await done()).toEqual([]);
});

test("a member can use the done button sixty times an hour", async () => {
  const { link, post } = await linkOf();
  const statuses: number[] = [];
  for (let click = 0; click < 61; click += 1) statuses.push((await post(link)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});
