import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../account/member/member.ts";

let day = -300;

async function audioItem() {
  day += 1;
  return createItem(dayAhead(day), { audioKey: await createMedium("audio", new Uint8Array(4)) });
}

async function countersOf(id: string) {
  const [row] = await rowsOf("select starts, completions from content where id = ?", id);
  return row;
}

async function post(member: Member, path: string, json: unknown): Promise<void> {
  const response = await request(`/api/progress/${path}`, { token: await tokenFor(member), json });
  expect(response.status).toBe(200);
}

test("a member's first save counts a start and the completing one a completion, even if simultaneous", async () => {
  const item = await audioItem();
  const [ana, bea] = [await createMember(), await createMember()];
  await Promise.all(Array.from({ length: 4 }, () => post(ana, item.id, { audioProgress: 10 })));
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 0 });
  await Promise.all(Array.from({ length: 4 }, () => post(ana, item.id, { audioProgress: 80 })));
  await post(ana, item.id, { audioProgress: 100 });
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 1 });
  await post(bea, item.id, { totalWatched: true });
  expect(await countersOf(item.id)).toEqual({ starts: 2, completions: 2 });
});

test("undoing a completion subtracts it, redoing adds it once more, and starting over changes nothing", async () => {
  const item = await audioItem();
  const member = await createMember();
  await post(member, item.id, { totalWatched: true });
  await post(member, `${item.id}/start-over`, { epoch: 0 });
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 1 });
  await post(member, `${item.id}/not-done`, { epoch: 1 });
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 0 });
  await post(member, item.id, { totalWatched: true, epoch: 2 });
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 1 });
});

test("counting adds no database call to a save: still the lookup and one batch", async () => {
  const item = await audioItem();
  const token = await tokenFor(await createMember());
  const { d1, cost } = countingD1(env.DB);
  const response = await requestWith({ DB: d1 }, `/api/progress/${item.id}`, { token, json: { audioProgress: 10 } });
  expect([response.status, cost.calls]).toEqual([200, 2]);
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 0 });
});
