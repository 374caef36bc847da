import { expect, test } from "vitest";
import { libraryItem } from "#domain/contract/content/library.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createItem, db, rowsOf } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import { purgeContent } from "./delete-content.ts";

async function foldedOf(id: string): Promise<unknown> {
  const [row] = await rowsOf("select folded from content_texts where content_id = ?", id);
  return row?.folded;
}

async function write(method: string, path: string, json?: object) {
  const response = await request(`/api/content${path}`, { method, admin: true, json });
  return libraryItem.parse(await response.json());
}

test("an item's text is searchable as soon as it's saved", async () => {
  const { id } = await write("POST", "", { date: "2027-01-01", title: "Über", description: "Stand UP" });
  expect(await foldedOf(id)).toBe("uber\nstand up\n");
  await write("PUT", `/${id}`, { transcript: "É" });
  expect(await foldedOf(id)).toBe("uber\nstand up\ne");
  await write("PUT", `/${id}`, { status: "published" });
  expect(await foldedOf(id)).toBe("uber\nstand up\ne");
  const copy = await write("POST", `/${id}/duplicate`, { date: "2027-01-02" });
  expect([await foldedOf(copy.id), copy.favorites]).toEqual(["uber\nstand up\ne", 0]);
  await write("PUT", `/${id}`, { title: "Later" });
  await write("POST", `/${id}/revisions/${1}/restore`);
  expect(await foldedOf(id)).toMatch(/^uber\n/);
  await request(`/api/content/${id}`, { method: "DELETE", admin: true });
  await write("POST", `/${id}/restore`, {});
  expect(await foldedOf(id)).toMatch(/^uber\n/);
});

test("a stale edit leaves the searchable text unchanged", async () => {
  const { id, version } = await write("POST", "", { date: "2027-02-01", title: "First" });
  await write("PUT", `/${id}`, { title: "Second", version });
  const late = await request(`/api/content/${id}`, { method: "PUT", admin: true, json: { title: "Third", version } });
  expect(late.status).toBe(409);
  const taken = await request("/api/content", { admin: true, json: { date: "2027-02-01", title: "Fourth" } });
  expect(taken.status).toBe(409);
  expect(await foldedOf(id)).toBe("second\n\n");
});

test("the text of a long-deleted item is also removed from the search table", async () => {
  const now = Date.now();
  const { id } = await createItem("2027-05-01", { title: "Secret", deletedAt: now - 31 * DAY_MS });
  expect(await foldedOf(id)).toMatch(/^secret/);
  await purgeContent({ db, now } as Parameters<typeof purgeContent>[0]);
  expect(await foldedOf(id)).toBeNull();
});
