import { expect, test } from "vitest";
import { browseResponse, favoriteResponse, MAX_FAVORITES } from "#domain/contract/content/browse.ts";
import { openedItem } from "#domain/contract/content/content.ts";
import { contentLibrary } from "#domain/contract/content/library.ts";
import { DAY_MS } from "#domain/durations.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, rowsOf, setMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

async function signIn() {
  const member = await createMember();
  return { id: member.id, token: await tokenFor(member) };
}

const set = (method: "PUT" | "DELETE", date: string, token: string) =>
  request(`/api/content/${date}/favorite`, { method, token });

async function isFavorite(date: string, token: string) {
  return openedItem.parse(await (await request(`/api/content/${date}`, { token })).json()).isFavorite;
}

async function countedOf(date: string): Promise<number | undefined> {
  const items = contentLibrary.parse(await (await request("/api/content/all", { admin: true })).json());
  return items.find((item) => item.date === date)?.favorites;
}

test("a favorite can be added and removed, repeats change nothing, and the administrator sees the count", async () => {
  const date = dayAhead(-3);
  await createItem(date);
  const [ana, bea] = [await signIn(), await signIn()];
  for (const { token } of [ana, ana, bea]) {
    const response = await set("PUT", date, token);
    expect(response.status).toBe(200);
    expect(favoriteResponse.parse(await response.json()).isFavorite).toBe(true);
  }
  expect(await countedOf(date)).toBe(2);
  expect(await rowsOf("select member_id from favorites where member_id = ?", ana.id)).toHaveLength(1);
  expect([await isFavorite(date, ana.token), await isFavorite(date, bea.token)]).toEqual([true, true]);
  for (let nth = 0; nth < 2; nth += 1) {
    expect(favoriteResponse.parse(await (await set("DELETE", date, ana.token)).json()).isFavorite).toBe(false);
  }
  expect(await countedOf(date)).toBe(1);
  expect([await isFavorite(date, ana.token), await isFavorite(date, bea.token)]).toEqual([false, true]);
});

test("a session that a member can't open can't become a favorite", async () => {
  const { id, token } = await signIn();
  await createItem(dayAhead(-4), { hidden: true });
  await createItem(dayAhead(-5), { status: "draft" });
  await createItem(dayAhead(2));
  for (const date of [dayAhead(-4), dayAhead(-5), dayAhead(2), "2031-01-01"]) {
    for (const method of ["PUT", "DELETE"] as const) expect((await set(method, date, token)).status, date).toBe(404);
  }
  await createItem(dayAhead(-6));
  await setMember(id, { accessEndsAt: Date.now() - 1 });
  const refused = await set("PUT", dayAhead(-6), token);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "no_access" }]);
  expect(await rowsOf("select * from favorites where member_id = ?", id)).toEqual([]);
});

test("a favorite that is hidden later isn't listed", async () => {
  const { token } = await signIn();
  const date = dayAhead(-7);
  await createItem(date);
  await set("PUT", date, token);
  const list = async () => {
    const response = await request("/api/content/library?favorites=1", { token });
    return browseResponse.parse(await response.json()).items.map((item) => item.date);
  };
  expect(await list()).toEqual([date]);
  await request(`/api/content/${date}`, { method: "PUT", admin: true, json: { hidden: true } });
  expect(await list()).toEqual([]);
});

test("a member sees at most 500 favorites; another is refused until one is removed or hidden", async () => {
  const now = Date.now() + 600 * DAY_MS;
  const [next, nextButOne] = [dayAhead(550), dayAhead(551)];
  const member = await createMember({ accessEndsAt: now + DAY_MS });
  const token = await tokenFor(member, now);
  const add = (date: string) => request(`/api/content/${date}/favorite`, { method: "PUT", token, now });
  const item = await createItem(next);
  await createItem(nextButOne);
  await rowsOf(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into content (id, date, title, status, created_at, updated_at)
      select 'full-' || i, date(?, '+' || i || ' days'), '', 'published', 0, 0 from n`,
    MAX_FAVORITES,
    dayAhead(10),
  );
  await rowsOf(
    "insert into favorites (member_id, content_id, added_at) select ?, id, 1 from content where id like 'full-%'",
    member.id,
  );
  const refused = await add(next);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: "You have 500 favorites. Remove one first." });
  await rowsOf("delete from favorites where content_id = 'full-1'");
  expect((await add(next)).status).toBe(200);
  // At the limit, adding one of the 500 again changes nothing.
  expect((await add(next)).status).toBe(200);
  expect(await rowsOf("select favorites from content where id = ?", item.id)).toEqual([{ favorites: 1 }]);
  expect((await add(nextButOne)).status).toBe(409);
  // A member can't remove a favorite that is hidden, so it doesn't count.
  await rowsOf("update content set hidden = 1 where id = 'full-2'");
  expect((await add(nextButOne)).status).toBe(200);
});
