import { afterEach, expect, test, vi } from "vitest";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { losingD1 } from "#test/worker/faulty-bindings.ts";
import { checkAt, deliver, hourAt, tickAt } from "#test/worker/jobs.ts";
import { requestWith } from "#test/worker/request.ts";
import { JOBS } from "../entry/jobs.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type Line = Record<string, unknown>;

async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const lines: Line[] = [];
  vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  await work();
  vi.restoreAllMocks();
  return lines;
}

test("each cron logs one line with the time each of its parts took", async () => {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const lines = await linesOf(async () => {
    await tickAt(now);
    await hourAt(now);
    await checkAt(now, {});
  });
  const crons = lines.filter(({ event }) => event === "cron");
  const own = { at: now, requestId: expect.any(String), durationMs: expect.any(Number) };
  expect(crons).toMatchObject(["tick", "hourly", "check"].map((cron) => ({ ...own, cron })));
  for (const { cron, parts } of crons) {
    const names = JOBS.filter(({ every }) => every === cron).map(({ name }) => name);
    expect(parts).toEqual(Object.fromEntries(names.map((name) => [name, { ms: expect.any(Number) }])));
  }
});

test("everything a request triggers is logged under its ID, without passing the ID along", async () => {
  const token = await tokenFor(await createMember());
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { d1: DB } = losingD1({ when: "before", times: 1 });
  const answer = await requestWith({ DB }, "/api/auth/logout", { method: "POST", token });
  const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)) as Line);
  expect(answer.headers.get("x-request-id")).toBeTruthy();
  expect(lines).toEqual([
    { level: "warn", event: "write_repeated", requestId: answer.headers.get("x-request-id"), attempt: 1 },
  ]);
});

test("a batch logs one line with its slot and its emails", async () => {
  const slotAt = slotAhead(1, 5);
  await createItem(dayAhead(1));
  for (let count = 0; count < 105; count += 1) await createMember({ wakeUpHour: 5 });
  await tickAt(slotAt);
  const batches = (await rowsOf("select id from wake_up_batches")).map(({ id }) => String(id));
  expect(batches.length).toBeGreaterThan(1);
  const lines = await linesOf(() => deliver(batches.map((batchId) => ({ batchId, tickAt: slotAt }))));
  const sent = lines.filter(({ event }) => event === "batch_sent");
  const slot = new Date(slotAt).toISOString();
  expect(sent.map(({ batchId }) => batchId).toSorted()).toEqual(batches.toSorted());
  for (const line of sent) expect(line).toMatchObject({ slot, attempt: 1, requestId: expect.any(String) });
  expect(sent.reduce((sum, { mails }) => sum + Number(mails), 0)).toBe(105);
  expect(JSON.stringify(lines)).not.toContain("@");
});
